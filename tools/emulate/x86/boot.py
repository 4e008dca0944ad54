"""Boots the emulator on one Linux program; ../x86-64 calls this and says how it is set."""
import lzma, os, select, signal, struct, subprocess, sys, tempfile, time, zlib


def lz4_block(s):
    o, i, n = bytearray(), 0, len(s)
    while i < n:
        t = s[i]; i += 1
        l = t >> 4
        if l == 15:
            while True:
                c = s[i]; i += 1; l += c
                if c != 255: break
        o += s[i:i + l]; i += l
        if i >= n: break
        d = s[i] | s[i + 1] << 8; i += 2
        l = (t & 15) + 4
        if t & 15 == 15:
            while True:
                c = s[i]; i += 1; l += c
                if c != 255: break
        if d >= l:
            st = len(o) - d; o += o[st:st + l]
        else:
            q = bytes(o[-d:]); o += (q * (l // d + 1))[:l]
    return o


def lz4_legacy(p):
    pos, out = 4, bytearray()
    while pos + 4 <= len(p):
        n, = struct.unpack_from('<I', p, pos); pos += 4
        if n == 0x184C2102: continue
        if n == 0 or pos + n > len(p): break
        out += lz4_block(p[pos:pos + n]); pos += n
    return out


def flatten(bz, out):
    """bzImage -> 'flat kernel': entry, count, (address, length) each, then the bytes.
    Decompressing on the host spares the emulator a few hundred million instructions."""
    b = open(bz, 'rb').read()
    base = ((b[0x1f1] or 4) + 1) * 512
    po, pl = struct.unpack_from('<II', b, 0x248)
    p = b[base + po: base + po + pl]
    if p[:4] == bytes.fromhex('02214c18'): k = lz4_legacy(p)
    elif p[:6] == b'\xfd7zXZ\0': k = lzma.LZMADecompressor().decompress(p)
    elif p[:2] == b'\x1f\x8b': k = zlib.decompressobj(31).decompress(p)
    else: sys.exit('boot.py: unknown kernel compression ' + p[:6].hex())
    if k[:4] != b'\x7fELF': sys.exit('boot.py: no ELF kernel inside')
    entry, phoff = struct.unpack_from('<QQ', k, 24)
    n, = struct.unpack_from('<H', k, 56)
    segs = []
    for i in range(n):
        t, _, off, _, pa, fs, _, _ = struct.unpack_from('<IIQQQQQQ', k, phoff + 56 * i)
        if t == 1 and fs: segs.append((pa, bytes(k[off:off + fs]).rstrip(b'\0')))
    tmp = out + '.%d' % os.getpid()
    with open(tmp, 'wb') as f:
        f.write(struct.pack('<QQ', entry, len(segs)))
        for pa, d in segs: f.write(struct.pack('<QQ', pa, len(d)))
        for _, d in segs: f.write(d)
    os.rename(tmp, out)


class Cpio:
    def __init__(self): self.out, self.ino, self.dirs = bytearray(), 1, set()

    def ent(self, name, mode, data=b'', rdev=(0, 0)):
        nm = name.encode() + b'\0'
        h = '070701' + ''.join('%08x' % x for x in (self.ino, mode, 0, 0, 1, 0, len(data), 0, 0, *rdev, len(nm), 0))
        self.ino += 1
        for p in (h.encode() + nm, data):
            self.out.extend(p); self.out.extend(b'\0' * (-len(self.out) % 4))

    def dir(self, path):
        path = path.strip('/')
        if not path or path in self.dirs: return
        self.dir(os.path.dirname(path)); self.dirs.add(path); self.ent(path, 0o040777)

    def file(self, path, data, mode=0o100755):
        self.dir(os.path.dirname(path.strip('/'))); self.ent(path.strip('/'), mode, data)

    def tree(self, path):
        path = os.path.abspath(path)
        if os.path.islink(path): self.dir(os.path.dirname(path)); self.ent(path.strip('/'), 0o120777, os.readlink(path).encode())
        elif os.path.isdir(path):
            self.dir(path)
            for e in sorted(os.listdir(path)): self.tree(os.path.join(path, e))
        else: self.file(path, open(path, 'rb').read(), 0o100000 | os.stat(path).st_mode & 0o777)

    def done(self):
        self.ent('TRAILER!!!', 0); self.out.extend(b'\0' * (-len(self.out) % 512)); return bytes(self.out)


def disk(kernel, initrd, cmdline, mem, out):
    k = open(kernel, 'rb').read()
    entry, n = struct.unpack_from('<QQ', k); at = 16 + 16 * n
    img, table = bytearray(4096), b''

    def put(d):
        lba = len(img) // 512
        img.extend(d); img.extend(b'\0' * (-len(img) % 512)); return lba
    for i in range(n):
        pa, ln = struct.unpack_from('<QQ', k, 16 + 16 * i)
        table += struct.pack('<IIQ', put(k[at:at + ln]), ln, pa); at += ln
    head = struct.pack('<8sIIIIQ', b'ARIABOOT', n, mem, put(initrd), len(initrd), entry) + table
    c = cmdline.encode() + b'\0'
    if len(head) > 512 or len(c) > 3000: sys.exit('boot.py: head or command line too long')
    img[0:len(head)] = head; img[512:512 + len(c)] = c
    img.extend(b'\0' * (-len(img) % (16 * 63 * 512)))
    open(out, 'wb').write(img)
    return len(img) // (16 * 63 * 512)


def main():
    if sys.argv[1] == 'flatten': return flatten(*sys.argv[2:])
    cache, prog, args = sys.argv[1], sys.argv[2], sys.argv[2:]
    E = os.environ.get
    model, mem = E('EMULATE_CPU') or 'tigerlake', int(E('EMULATE_MEM') or 512)
    ips, limit = 50_000_000, float(E('EMULATE_TIMEOUT') or 1200)
    hide = [h for h in (E('EMULATE_HIDE') or '').split(',') if h]
    bochs = E('EMULATE_BOCHS')
    # fsrm: the kernel's memmove is wrong where FSRM is without ERMS, as here.
    # pku, xsavec, xsaves: spares the guest the odd sizes that their save areas are reported with.
    # The kernel can switch off registers, not hide from programs what CPUID says: that the processor must do.
    lacks = ','.join('aes_pclmulqdq' for h in hide if h == 'aes')
    clear = ['fsrm', 'pku', 'xsavec', 'xsaves'] + [h for h in hide if h != 'xsave']
    cmd = ('console=ttyS0,115200 quiet loglevel=1 nokaslr mitigations=off nopti acpi=off pci=off noapic nolapic nosmp '
           'init_on_alloc=0 audit=0 apparmor=0 tsc=reliable tsc_early_khz=%d panic=-1 reboot=k cryptomgr.notests '
           'initcall_blacklist=load_system_certificate_list,init_kprobe_trace,cubictcp_register,init_blk_tracer,bpf_rstat_kfunc_init '
           'rdinit=/init clearcpuid=%s' % (ips // 1000, ','.join(clear)))
    if 'xsave' in hide: cmd += ' noxsave'
    env = {k: v for k, v in os.environ.items() if not k.startswith(('LD_', 'EMULATE_', 'SSH_')) and k not in ('PATH', 'HOME', 'OLDPWD', '_')}
    env.update(PATH='/', HOME='/', TMPDIR='/tmp')
    with tempfile.TemporaryDirectory(prefix='aria-emulate-') as t:
        j = lambda n: os.path.join(t, n)
        lean = j('prog')   # symbols stay for backtraces' names, line tables go: less to load
        if subprocess.run(['strip', '--strip-debug', '-o', lean, prog], stderr=subprocess.DEVNULL).returncode: lean = prog
        c = Cpio()
        for d in ('proc', 'sys', 'dev', 'tmp'): c.dir(d)
        c.ent('dev/console', 0o020600, b'', (5, 1)); c.ent('dev/null', 0o020666, b'', (1, 3))
        c.file('init', open(os.path.join(cache, 'init'), 'rb').read())
        c.file('.x/prog', open(lean, 'rb').read())
        z = lambda l: b''.join(os.fsencode(s) + b'\0' for s in l)
        c.file('.x/args', z(args)); c.file('.x/env', z('%s=%s' % kv for kv in env.items()))
        c.file('.x/cwd', z([os.getcwd()])); c.file('.x/seed', os.urandom(64))
        c.dir(os.getcwd())
        for p in (E('EMULATE_FILES') or '').split(':'):
            if p: c.tree(p)
        cyl = disk(os.path.join(cache, 'kernel'), c.done(), cmd, mem, j('disk'))
        rc = ['display_library: rfb, options="timeout=0"',
              'romimage: file=%s/rom.bin' % cache, 'vgaromimage: file=%s/novga.bin' % cache,
              'memory: guest=%d, host=%d' % (mem, mem),
              'cpu: model=%s, count=1, ips=%d, reset_on_triple_fault=1' % (model, ips) + (', exclude_features="%s"' % lacks if lacks else ''),
              'clock: sync=none, time0=%d' % int(time.time()),
              'ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14',
              'ata0-master: type=disk, path=%s, mode=flat, cylinders=%d, heads=16, spt=63' % (j('disk'), cyl),
              'com1: enabled=1, mode=file, dev=%s' % j('com1'), 'port_e9_hack: enabled=1', 'log: ' + j('log'), 'pci: enabled=0',
              'panic: action=fatal', 'error: action=ignore', 'info: action=ignore', 'debug: action=ignore']
        open(j('bochsrc'), 'w').write('\n'.join(rc) + '\n')
        open(j('dbg'), 'w').write('c\nq\n')
        # Debian's build stops in its debugger first, and has no display but one that listens on
        # the network: a network name space of its own keeps that inside.
        run = ['unshare', '-n', '-r', bochs, '-q', '-f', j('bochsrc'), '-rc', j('dbg')]
        t0 = time.time()
        p = subprocess.Popen(run, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(j('err'), 'wb'), cwd=t, start_new_session=True)

        def kill(*_):
            try: os.killpg(p.pid, signal.SIGKILL)   # our own child's group
            except ProcessLookupError: pass
        for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, lambda *_: (kill(), sys.exit(130)))
        BEG, END = b'\x02GUEST-BEGIN\n', b'\x02GUEST-END '
        buf, began, code, out, booted = b'', False, None, sys.stdout.buffer, None
        try:
            while True:
                left = t0 + limit - time.time()
                if left <= 0: break
                if not select.select([p.stdout], [], [], left)[0]: continue
                d = os.read(p.stdout.fileno(), 65536)
                if not d: break
                buf += d
                if not began and BEG in buf: buf, began, booted = buf.split(BEG, 1)[1], True, time.time() - t0
                i = buf.find(END)
                if i >= 0 and b'\n' in buf[i:]:
                    code = int(buf[i + len(END):].split(b'\n')[0]); out.write(buf[:i] if began else b''); out.flush(); break
                if began:
                    keep = max((n for n in range(1, len(END)) if buf.endswith(END[:n])), default=0) if i < 0 else len(buf) - i
                    out.write(buf[:len(buf) - keep]); out.flush(); buf = buf[len(buf) - keep:]
        finally:
            kill(); p.wait()
        took = time.time() - t0
        if code is None or code == 134 or E('EMULATE_VERBOSE'):
            for n in ('com1', 'err', 'log'):
                try: s = open(j(n), 'rb').read()
                except OSError: continue
                if code is None or code == 134: sys.stderr.write('--- %s\n%s\n' % (n, s[-3000:].decode('latin1')))
        if code is None:
            sys.stderr.write('emulate: no end seen after %.0f s (limit %.0f s)%s\n' % (took, limit, '' if began else ', the guest did not start')); code = 124
        if E('EMULATE_VERBOSE'): sys.stderr.write('emulate: %s: booted in %.1f s, all %.1f s, exit %d\n' % (model, booted or -1, took, code))
        return code


sys.exit(main())
