// Reads a disk made by boot.py through the ATA ports and fills in the
// parameters of the Linux x86-64 boot protocol (Documentation/x86/boot.rst).
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32; typedef unsigned long u64;
static inline void outb(u16 p, u8 v) { __asm__ volatile("outb %0,%1" :: "a"(v), "Nd"(p)); }
static inline u8 inb(u16 p) { u8 v; __asm__ volatile("inb %1,%0" : "=a"(v) : "Nd"(p)); return v; }
static inline void insl(u16 p, void *d, u64 n) { __asm__ volatile("rep insl" : "+D"(d), "+c"(n) : "d"(p) : "memory"); }
static void say(const char *s) { for (; *s; s++) outb(0xe9, *s); }
static void stop(const char *s) { say(s); const char *q = "Shutdown"; for (; *q; q++) outb(0x8900, *q); for (;;) __asm__ volatile("cli; hlt"); }
static void rd(u32 lba, u32 sectors, u64 to) {
    u8 *d = (u8 *)to;
    while (sectors) {
        u32 n = sectors > 128 ? 128 : sectors;
        while (inb(0x1f7) & 0x80) ;
        outb(0x1f6, 0xe0 | (lba >> 24 & 15));
        outb(0x1f2, n); outb(0x1f3, lba); outb(0x1f4, lba >> 8); outb(0x1f5, lba >> 16);
        outb(0x1f7, 0x20);
        lba += n; sectors -= n;
        for (; n; n--, d += 512) {
            u8 s;
            do s = inb(0x1f7); while ((s & 0x88) != 0x08 && !(s & 0x01));
            if (s & 1) stop("rom: disk error\n\x02GUEST-END 134\n");
            insl(0x1f0, d, 128);
        }
    }
}
struct head { char magic[8]; u32 nseg, mem_mib, initrd_lba, initrd_len; u64 entry; struct { u32 lba, len; u64 to; } seg[8]; };
u64 rom_main(void) {
    // A byte of the clock's memory outlives a reset: a second boot means the
    // guest kernel panicked and restarted.
    outb(0x70, 0x60);
    if (inb(0x71) == 0x5a) stop("\x02GUEST-END 134\n");
    outb(0x70, 0x60); outb(0x71, 0x5a);
    outb(0x3f6, 2);                                   // no disk interrupts
    struct head *h = (struct head *)0x30000;
    rd(0, 8, 0x30000);                                // 4 KiB: head, then the command line at +512
    if (*(u64 *)h->magic != 0x544f4f4241495241) stop("rom: not our disk\n\x02GUEST-END 134\n");  // "ARIABOOT"
    for (u32 i = 0; i < h->nseg; i++) rd(h->seg[i].lba, (h->seg[i].len + 511) / 512, h->seg[i].to);
    u64 top = (u64)h->mem_mib << 20;
    u64 at = (top - h->initrd_len - 4096) & ~0xfffUL;
    rd(h->initrd_lba, (h->initrd_len + 511) / 512, at);
    u8 *z = (u8 *)0x20000;
    for (int i = 0; i < 4096; i++) z[i] = 0;
    *(u16 *)(z + 0x1fe) = 0xaa55;
    *(u32 *)(z + 0x202) = 0x53726448;                 // HdrS
    *(u16 *)(z + 0x206) = 0x020f;
    z[0x210] = 0xff; z[0x211] = 1;                    // loader type, loaded high
    *(u32 *)(z + 0x218) = at; *(u32 *)(z + 0x21c) = h->initrd_len;
    *(u32 *)(z + 0x228) = 0x30200; *(u32 *)(z + 0x238) = 3000;
    *(u32 *)(z + 0x230) = 0x200000;
    z[0x1e8] = 2;
    struct { u64 a, n; u32 t; } __attribute__((packed)) *e = (void *)(z + 0x2d0);
    e[0].a = 0; e[0].n = 0x9f000; e[0].t = 1;
    e[1].a = 0x100000; e[1].n = top - 0x100000; e[1].t = 1;
    return h->entry;
}
