//! Sets of CPU features. Which names there are, and which of them this CPU has, is in `features.rs`.

/// A set of CPU features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(pub(crate) u32);

impl Features {
    /// The set with the features of both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set of all `names` and of what they imply.
    pub const fn all(names: &[&str]) -> Self {
        let (mut set, mut i) = (Self(0), 0);
        while i < names.len() {
            set = set.and(Self::named(names[i]));
            i += 1;
        }
        set
    }

    /// Whether every feature of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
