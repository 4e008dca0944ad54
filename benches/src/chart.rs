//! Throughput against message size as an SVG picture: one for each cipher, key size and mode.
//!
//! ```text
//! GB/s |            ____o backend        ours: solid, filled markers
//!      |       ___o
//!      |   __o - - - - -x  peer          peers: dashed, open markers
//!      +------------------- bytes
//! ```
//!
//! Every line has a marker, a dash and a colour of its own, so that it can be told in black and white,
//! and the colours (those of Okabe and Ito) by the colour-blind; names stand at the ends of the lines.
use crate::{
    report::{Report, Row},
    subject::mode,
    table,
};
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 480.0;
/// Left, top, right, bottom edge of the plot.
const PLOT: [f64; 4] = [64.0, 58.0, 660.0, 424.0];

const OURS: [&str; 6] = ["#0072b2", "#009e73", "#56b4e9", "#000000", "#0072b2", "#009e73"];
const PEERS: [&str; 4] = ["#d55e00", "#cc79a7", "#e69f00", "#7f7f7f"];
const DASHES: [&str; 4] = ["9 4", "3 3", "12 4 3 4", "5 2 1 2"];

/// A marker around a point, by number.
fn marker(n: usize, x: f64, y: f64, style: &str) -> String {
    let polygon = |points: &[(f64, f64)]| {
        let points: Vec<_> = points.iter().map(|(a, b)| format!("{:.1},{:.1}", x + a, y + b)).collect();
        format!("<polygon points='{}' {style}/>\n", points.join(" "))
    };
    match n % 6 {
        0 => format!("<circle cx='{x:.1}' cy='{y:.1}' r='4.5' {style}/>\n"),
        1 => polygon(&[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)]),
        2 => polygon(&[(0.0, -5.4), (5.0, 3.8), (-5.0, 3.8)]),
        3 => polygon(&[(0.0, -5.8), (5.8, 0.0), (0.0, 5.8), (-5.8, 0.0)]),
        4 => polygon(&[(0.0, 5.4), (5.0, -3.8), (-5.0, -3.8)]),
        _ => polygon(&[(-5.0, -2.0), (0.0, -5.5), (5.0, -2.0), (3.0, 4.5), (-3.0, 4.5)]),
    }
}

/// Where each label goes: as near to the height it wants as the others let it, `gap` apart.
fn spread(wanted: &[f64], gap: f64, lowest: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let mut places = wanted.to_vec();
    // Neighbours that are too close push each other apart, by halves.
    for _ in 0..300 {
        for pair in order.windows(2) {
            let overlap = gap - (places[pair[1]] - places[pair[0]]);
            if overlap > 0.0 {
                places[pair[0]] -= overlap / 2.0;
                places[pair[1]] += overlap / 2.0;
            }
        }
        places.iter_mut().for_each(|y| *y = y.min(lowest));
    }
    places
}

/// 1, 2 and 5 times powers of ten from `low` to `high`.
fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    (-4..4)
        .flat_map(|e| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(e)))
        .filter(move |t| (low * 0.999..=high * 1.001).contains(t))
}

/// The chart of a group; nothing if there is no more than one message size.
pub fn svg(report: &Report, group: &(String, usize, String)) -> Option<String> {
    let subjects = report.group(group);
    let all: Vec<&Row> = subjects.iter().flat_map(|(_, rows)| rows.iter().copied()).collect();
    let sizes: Vec<usize> = report.sizes(group);
    let (first, last) = (*sizes.first()? as f64, *sizes.last()? as f64);
    if first == last {
        return None;
    }
    let fold = |f: fn(f64, f64) -> f64, start| all.iter().map(|r| r.gb_per_s).fold(start, f);
    let (low, high) = (fold(f64::min, f64::MAX) * 0.8, fold(f64::max, 0.0) * 1.25);

    let [left, top, right, bottom] = PLOT;
    let x = |size: f64| left + (size / first).ln() / (last / first).ln() * (right - left);
    let y = |speed: f64| bottom - (speed / low).ln() / (high / low).ln() * (bottom - top);

    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' \
         font-family='DejaVu Sans, Helvetica, Arial, sans-serif' font-size='12' fill='#222'>\n\
         <rect width='100%' height='100%' fill='white'/>\n\
         <text x='{left}' y='26' font-size='17' font-weight='bold'>{}-{} {}</text>\n\
         <text x='{left}' y='45' fill='#555'>GB/s against message size, both logarithmic. {}, {:.2} GHz, one thread, {}</text>\n",
        group.0, group.1, group.2, report.cpu, report.ghz, report.date,
    );
    for speed in ticks(low, high) {
        let at = y(speed);
        writeln!(
            out,
            "<path d='M{left} {at:.1}H{right}' stroke='#ddd'/>\
             <text x='{:.1}' y='{:.1}' text-anchor='end'>{speed}</text>",
            left - 8.0,
            at + 4.0
        )
        .unwrap();
    }
    for size in &sizes {
        let at = x(*size as f64);
        writeln!(
            out,
            "<path d='M{at:.1} {top}V{bottom}' stroke='#eee'/>\
             <text x='{at:.1}' y='{:.1}' text-anchor='middle'>{}</text>",
            bottom + 20.0,
            table::bytes(*size)
        )
        .unwrap();
    }
    writeln!(out, "<path d='M{left} {top}V{bottom}H{right}' fill='none' stroke='#444'/>").unwrap();

    let ends: Vec<(f64, f64)> = subjects
        .iter()
        .map(|(_, rows)| rows.last().map_or((right, bottom), |r| (x(r.size as f64), y(r.gb_per_s))))
        .collect();
    let heights = spread(&ends.iter().map(|e| e.1).collect::<Vec<_>>(), 17.0, bottom);
    let (mut ours, mut peers) = (0, 0);
    for (n, (label, rows)) in subjects.iter().enumerate() {
        let (colour, dash, width, index) = if label.ours {
            ours += 1;
            (OURS[(ours - 1) % OURS.len()], "none", 2.6, ours - 1)
        } else {
            peers += 1;
            (PEERS[(peers - 1) % PEERS.len()], DASHES[(peers - 1) % DASHES.len()], 1.7, peers - 1)
        };
        let line: Vec<_> =
            rows.iter().map(|r| format!("{:.1},{:.1}", x(r.size as f64), y(r.gb_per_s))).collect();
        writeln!(
            out,
            "<polyline points='{}' fill='none' stroke='{colour}' stroke-width='{width}' stroke-dasharray='{dash}'/>",
            line.join(" ")
        )
        .unwrap();
        let fill = if label.ours { colour } else { "white" };
        let style = format!("fill='{fill}' stroke='{colour}' stroke-width='1.6'");
        for row in rows {
            out.push_str(&marker(index, x(row.size as f64), y(row.gb_per_s), &style));
        }
        let ((from, end), height) = (ends[n], heights[n]);
        write!(
            out,
            "<path d='M{:.1} {end:.1}L{:.1} {height:.1}' stroke='{colour}' stroke-width='0.8'/>",
            from + 7.0,
            right + 18.0
        )
        .unwrap();
        out.push_str(&marker(index, right + 26.0, height, &style));
        let weight = if label.ours { "bold" } else { "normal" };
        writeln!(
            out,
            "<text x='{:.1}' y='{:.1}'><tspan font-weight='{weight}'>{}</tspan> \
             <tspan fill='#555'>{}</tspan></text>",
            right + 36.0,
            height + 4.0,
            label.who,
            rows.last().map_or_else(String::new, |r| table::figure(r)),
        )
        .unwrap();
    }
    writeln!(
        out,
        "<text x='{left}' y='{:.1}' fill='#555'>Solid lines and filled markers: ours. Dashed and open: peers. At the end of a line: core cycles a byte.</text>\n</svg>",
        HEIGHT - 10.0
    )
    .unwrap();
    Some(out)
}

/// The name of the file of a group.
pub fn file_name(group: &(String, usize, String)) -> String {
    format!("{}-{}-{}.svg", group.0, group.1, group.2).to_lowercase().replace(' ', "-")
}

/// Whether RESULTS.md shows this chart: ARIA with the shortest key, and for the other keys the modes that
/// show what all of them do.
pub fn in_results((cipher, bits, mode): &(String, usize, String)) -> bool {
    cipher == "ARIA" && (*bits == 128 || mode.starts_with("ECB") || mode == mode::CTR)
}

/// Writes those charts of a run that are wanted, and says how many.
///
/// # Errors
/// Where a file cannot be written.
pub fn write(
    report: &Report,
    directory: &std::path::Path,
    wanted: fn(&(String, usize, String)) -> bool,
) -> std::io::Result<usize> {
    std::fs::create_dir_all(directory)?;
    let mut written = 0;
    for group in report.groups().iter().filter(|group| wanted(group)) {
        if let Some(picture) = svg(report, group) {
            std::fs::write(directory.join(file_name(group)), picture)?;
            written += 1;
        }
    }
    Ok(written)
}
