"""Where secrets go in a kernel: from its disassembly, by data flow to a fixed point.

A register, a flag or a byte of the stack holds one of

    P       a public value: a length, a constant, an address of keys or text
    S       what may depend on a key or a text
    Q n     an address n bytes into what is public: the pointers and the length of a text, a counter
    C       the address of a constant beside the code
    F f n   an address n bytes into the stack frame f (n unknown: None; n or more, as of an array's element: From(n))

What an instruction makes of P is P, and of S is S. A load from the stack gives what was stored there; from a
Q, or from a constant beside the code, P; from anywhere else S, for there lie keys and texts. A branch on S, an
address made of S, and a division of S are complaints. So is an instruction that writes what this reader does not
know.

What each argument of a job is, ARGUMENTS says. It cannot hide much: only the first bytes of a Q are public,
so a key or a text that were taken for one would soon be an address.
"""
import re

P, S = "P", "S"


class From(int):
    """This offset, or one above: what an index that is not known is added to."""


# Per job, a letter for each register of the C convention: first the keys' address and number, but for `set_up`.
# A `Job` is a tag and an address.
ARGUMENTS = {
    "ecb": "PPQ",
    "cbc_decrypt": "PPPQ",
    "cfb_decrypt": "PPPQ",
    "ctr": "PPQQ",
    "few": "PPPQQ",
    "serial": "PPPPQ",
    "set_up": "PQQ",
}
PUBLIC_BYTES = 32  # of what a Q points to


def join(*values):
    kinds = set(values)
    if S in kinds:
        return S
    if len(kinds) == 1:
        return kinds.pop()
    frames = {v[1] for v in kinds if v[0] == "F"}
    return ("F", frames.pop(), None) if len(frames) == 1 and all(v[0] == "F" for v in kinds) else P


def plus(address, n):
    """An address and a number, None where that is not known."""
    if address in (P, S, "C"):
        return address
    *kind, at = address
    if at is None:
        return (*kind, None)
    if n is None:
        return (*kind, From(at) if kind[0] == "F" else None)
    return (*kind, type(at)(at + n))


class State:
    """Registers, flags and the bytes of the stack. Of those not named, registers are P, bytes P or as `smeared`."""

    def __init__(self, other=None):
        self.regs = dict(other.regs) if other else {}
        self.stack = dict(other.stack) if other else {}
        self.smeared = dict(other.smeared) if other else {}  # frame: from here on a secret may be anywhere

    def get(self, reg):
        return self.regs.get(reg, P)

    def byte(self, frame, at):
        return self.stack.get((frame, at), S if at >= self.smeared.get(frame, 1 << 60) else P)

    def load(self, address, size):
        if address[0] == "F":
            _, frame, at = address
            if at is None:
                secret = frame in self.smeared or any(f == frame and v == S for (f, _), v in self.stack.items())
                return S if secret else P
            if isinstance(at, From):
                secret = frame in self.smeared or any(f == frame and n >= at and v == S for (f, n), v in self.stack.items())
                return S if secret else P
            return join(*(self.byte(frame, at + i) for i in range(size)))
        if address[0] == "Q":
            return P if address[1] is not None and 0 <= address[1] and address[1] + size <= PUBLIC_BYTES else S
        return P if address == "C" else S

    def store(self, address, size, value):
        if address[0] != "F":
            return
        _, frame, at = address
        if at is not None and not isinstance(at, From):
            self.stack.update({(frame, at + i): value for i in range(size)})
        elif value == S:  # into an array: nobody knows where
            low = -(1 << 60) if at is None else int(at)
            self.smeared[frame] = min(low, self.smeared.get(frame, low))
            self.stack = {k: S if k[0] == frame and k[1] >= low and v in (P, S) else v for k, v in self.stack.items()}

    def meet(self, other):
        """Takes in what else may be; whether that is news."""
        before = (dict(self.regs), dict(self.stack), dict(self.smeared))
        for reg in self.regs.keys() | other.regs.keys():
            self.regs[reg] = join(self.get(reg), other.get(reg))
        both = {k: join(self.byte(*k), other.byte(*k)) for k in self.stack.keys() | other.stack.keys()}
        for frame, at in other.smeared.items():
            self.smeared[frame] = min(at, self.smeared.get(frame, at))
        self.stack = both
        return before != (self.regs, self.stack, self.smeared)


def split(operands):
    """At commas, but not inside brackets."""
    return [o.strip() for o in re.findall(r"(?:[^,\[\](){}]|\[[^\]]*\]|\([^)]*\)|\{[^}]*\})+", operands)]


class X86:
    ARGS = ["rdi", "rsi", "rdx", "rcx", "r8", "r9"]
    STACK = "rsp"
    NAMES = {f"{p}{r}{s}": f"r{r}{'x' if r in 'abcd' else ''}" for r in "abcd" for p, s in [("r", "x"), ("e", "x"), ("", "x"), ("", "l"), ("", "h")]}
    NAMES |= {f"{p}{r}{s}": f"r{r}" for r in ("si", "di", "bp", "sp") for p, s in [("r", ""), ("e", ""), ("", ""), ("", "l")]}
    NAMES |= {f"r{n}{s}": f"r{n}" for n in range(8, 16) for s in ("", "d", "w", "b")}
    READS_ALL = re.compile(r"vpternlog|vpermi2|vpermt2|vfn?m")
    NO_FLAGS = re.compile(r"mov|v|p|lea|not|bswap|rorx|s[ah][lr]x|cmov|set|aes|gf2p8|xorps|andps|xchg|k")
    MOVES = re.compile(r"mov|lddqu|popcnt|[lt]zcnt|bsf|bsr")
    KNOWN = re.compile(r"mov|add|sub|and|or|xor|not|neg|inc|dec|sh[lr]|sa[lr]|ro[lr]|bswap|cmov|set|adc|sbb|imul|lea|v|p|aes|gf2p8|unpck|shuf|bt|[lt]zcnt|bextr|bls|sarx|k")
    SIZES = {"xmm": 16, "ymm": 32, "zmm": 64}

    @classmethod
    def reg(cls, name):
        name = name.lstrip("%")
        if vector := re.match(r"[xyz]mm(\d+)", name):
            return "mm" + vector[1]
        return cls.NAMES.get(name, name)

    @classmethod
    def size(cls, mnemonic, operands):
        """Of a memory operand in bytes, no more than is written."""
        if widened := re.match(r"mov[sz]([bwl])[wlq]$", mnemonic):
            return {"b": 1, "w": 2, "l": 4}[widened[1]]
        if re.match(r"v?movd|vpbroadcastd", mnemonic):
            return 4 if "mm" in "".join(operands) and not mnemonic.startswith(("movdq", "vmovdq")) else 16 if "xmm" in "".join(operands) else 32 if "ymm" in "".join(operands) else 64
        if re.match(r"v?mov(q$|[lh]p|sd)", mnemonic) and "mm" in "".join(operands):
            return 8
        sizes = [cls.SIZES[m] for o in operands for m in re.findall(r"%([xyz]mm)\d", o)]
        if mnemonic.startswith(("vextract", "vpextr", "pextr")):
            return min(sizes, default=1) if "extracti" in mnemonic or "extractf" in mnemonic else 1
        if sizes:
            return max(sizes)
        for o in operands:
            name = o.lstrip("%")
            if o.startswith("%"):
                if re.fullmatch(r"[abcd][lh]|(si|di|bp|sp)l|r\d+b", name):
                    return 1
                return 8 if re.fullmatch(r"r(\d+|[a-z]+)", name) else 4 if re.fullmatch(r"e..|r\d+d", name) else 2
        return {"b": 1, "w": 2, "l": 4, "q": 8}.get(mnemonic[-1], 1)

    @classmethod
    def address(cls, state, text, complain):
        """Of a memory operand."""
        found = re.fullmatch(r"(?:%[fg]s:)?(-?0x[0-9a-f]+|-?\d+)?\((%\w+)?(?:,(%\w+),?(\d)?)?\)", text)
        if not found:
            complain(f"an address that this reader does not know: {text}")
            return P
        base, index = found[2], found[3]
        n = int(found[1] or "0", 16)
        if base == "%rip":
            return "C"
        values = [state.get(cls.reg(r)) for r in (base, index) if r]
        if S in values:
            complain("an address made of secrets")
            return P
        where = state.get(cls.reg(base)) if base else P
        return plus(where, None if index else n)

    @classmethod
    def step(cls, i, text, state, complain):
        mnemonic, _, rest = text.partition(" ")
        while mnemonic in ("rep", "repz", "lock", "data16", "cs", "notrack"):
            if mnemonic.startswith("rep") and not rest.strip().startswith("ret"):
                complain(f"a string instruction: {text}")
            mnemonic, _, rest = rest.strip().partition(" ")
        ops = split(re.sub(r"\{1to\d+\}", "", rest))
        memory = [o for o in ops if "(" in o]
        size = cls.size(mnemonic, ops)

        def value(o):
            if o.startswith("$"):
                return P
            if "(" in o:
                where = cls.address(state, o, complain)
                return P if where == "C" else state.load(where, size)
            return state.get(cls.reg(re.sub(r"\{.*", "", o)))

        def assign(o, v):
            if "(" in o:
                state.store(cls.address(state, o, complain), size, v)
            else:
                state.regs[cls.reg(re.sub(r"\{.*", "", o))] = v

        if mnemonic.startswith("nop") or mnemonic in ("ret", "endbr64", "vzeroupper", "ud2") or mnemonic.startswith("prefetch"):
            return
        if mnemonic.startswith("j"):
            if not mnemonic.startswith("jmp") and state.get("flags") == S:
                complain(f"a branch on secrets: {text}")
        elif mnemonic in ("push", "pop"):
            at = plus(state.get("rsp"), -8 if mnemonic == "push" else 0)
            if mnemonic == "push":
                state.store(at, 8, value(ops[0]))
            else:
                state.regs[cls.reg(ops[0])] = state.load(at, 8)
            state.regs["rsp"] = plus(state.get("rsp"), -8 if mnemonic == "push" else 8)
        elif re.match(r"cmp|test|bt[lq]?$|v?ptest|v?u?comis|kortest|ktest", mnemonic):
            state.regs["flags"] = join(P, *(value(o) for o in ops)) if S in [value(o) for o in ops] else P
        elif mnemonic.startswith("lea"):
            where = cls.address(state, ops[0], lambda _: None)
            regs = [state.get(cls.reg(r)) for r in re.findall(r"%\w+", ops[0])]
            state.regs[cls.reg(ops[1])] = S if S in regs else P if where == "C" else where
        elif re.match(r"(mul|div|idiv)[bwlq]?$", mnemonic) or (mnemonic.startswith("imul") and len(ops) == 1):
            both = S if S in [state.get("rax"), state.get("rdx"), value(ops[0])] else P
            if "div" in mnemonic and both == S:
                complain("a division of secrets")
            state.regs |= {"rax": both, "rdx": both, "flags": both}
        elif mnemonic.startswith("mulx"):
            both = S if S in [state.get("rdx"), value(ops[0])] else P
            state.regs |= {cls.reg(ops[1]): both, cls.reg(ops[2]): both}
        elif mnemonic in ("cqto", "cltd", "cltq", "cwtl"):
            state.regs["rdx" if mnemonic in ("cqto", "cltd") else "rax"] = S if state.get("rax") == S else P
        elif mnemonic.startswith("xchg"):
            a, b = value(ops[0]), value(ops[1])
            assign(ops[0], b), assign(ops[1], a)
        elif not cls.KNOWN.match(mnemonic) or not ops:
            complain(f"unknown to this reader: {text}")
        else:
            dest = ops[-1]
            same = len(ops) > 1 and len(set(ops[:2])) == 1 and re.match(r"v?p?xor|sub|v?psub", mnemonic)
            if re.match(r"(add|sub|and)q?$", mnemonic) and ops[0].startswith("$") and value(dest)[0] in "QF":
                n = int(ops[0][1:], 16)
                n -= (n >> 63) << 64
                now = value(dest)
                if mnemonic.startswith("and"):  # a frame of its own, aligned
                    assign(dest, ("F", i, 0) if now[0] == "F" else P)
                else:
                    assign(dest, plus(now, n if mnemonic.startswith("add") else -n))
                state.regs["flags"] = P
                return
            if re.match(r"mov[qabl]*$", mnemonic) and len(ops) == 2 and "mm" not in rest and size == 8:
                assign(dest, value(ops[0]))
                return
            reads = ops[:-1] if mnemonic.startswith("v") and not cls.READS_ALL.match(mnemonic) and "{" not in rest else ops
            if cls.MOVES.match(mnemonic) and not (size < 4 and not memory and re.match(r"mov[bw]?$", mnemonic)):
                reads = ops[:-1]
            if len(ops) == 1:
                reads = ops
            values = [value(o) for o in reads]
            if re.match(r"cmov|set|adc|sbb|rc[lr]", mnemonic):
                values.append(state.get("flags"))
                if mnemonic.startswith("set"):
                    values = [state.get("flags")]
            result = P if same else S if S in values else P
            if mnemonic.startswith("cmov") and result != S:
                result = join(*values[:2])
            assign(dest, result)
            if not cls.NO_FLAGS.match(mnemonic):
                state.regs["flags"] = result


class Arm:
    ARGS = [f"x{n}" for n in range(6)]
    STACK = "sp"
    READS_ALL = re.compile(r"aes|bsl|bi[tf]|tbx|movk|bfi|bfxil|sri|sli|ins|ml[as]|eor3?$")
    NO_DEST = re.compile(r"nop|ret|hint|prfm|bti|paci|auti")

    @staticmethod
    def reg(name):
        name = name.strip("{} ").split(".")[0]
        if name in ("xzr", "wzr"):
            return "zero"
        if kind := re.fullmatch(r"([xwvqdshb])(\d+)", name):
            return ("x" if kind[1] in "xw" else "v") + kind[2]
        return {"wsp": "sp", "fp": "x29", "lr": "x30"}.get(name, name)

    @classmethod
    def step(cls, i, text, state, complain):
        mnemonic, rest = (text.split(maxsplit=1) + [""])[:2]
        ops = split(rest)
        number = lambda o: (found := re.search(r"#(-?(?:0x)?[0-9a-f]+)", o)) and int(found[1], 0)
        value = lambda o: P if o.startswith("#") else state.get(cls.reg(re.split(r"[\[ ]", o)[0]))

        def put(o, v):
            if cls.reg(o) != "zero":
                state.regs[cls.reg(o)] = v

        if cls.NO_DEST.match(mnemonic):
            return
        if mnemonic.startswith("b.") or mnemonic == "b" or re.match(r"[ct]bn?z", mnemonic):
            if state.get("flags") == S if mnemonic.startswith("b.") else mnemonic != "b" and value(ops[0]) == S:
                complain(f"a branch on secrets: {text}")
        elif re.match(r"ld|st", mnemonic):
            where = next((n for n, o in enumerate(ops) if o.startswith("[")), None)
            if where is None:
                complain(f"unknown to this reader: {text}")
                return
            inside = split(ops[where].strip("[]!"))
            regs = [state.get(cls.reg(r)) for r in inside if not re.match(r"#|[lu]s|[su]xt", r)]
            if S in regs:
                complain("an address made of secrets")
                return
            base = cls.reg(inside[0])
            n = number(inside[1]) if len(inside) == 2 and inside[1].startswith("#") else 0 if len(inside) == 1 else None
            address = plus(state.get(base), n)
            bare = ops[:where]
            bare = [r for o in bare for r in (re.findall(r"v\d+", o) if "{" in o else [o])]  # lists of vectors
            if not bare:
                complain(f"unknown to this reader: {text}")
                return
            size = 16 if re.match(r"[qv]", bare[0]) else 8 if bare[0][0] in "xd" else 4
            size = 1 if re.match(r"(ld|st)u?rs?b", mnemonic) else 2 if re.match(r"(ld|st)u?rs?h", mnemonic) else size
            if re.match(r"st1", mnemonic) and "[" in ops[0][1:]:
                size = 1
            for k, o in enumerate(bare):
                if mnemonic.startswith("ld"):
                    put(o, state.load(plus(address, k * size), size))
                else:
                    state.store(plus(address, k * size), size, value(o))
            if "!" in ops[where]:
                state.regs[base] = address
            elif len(ops) > where + 1:
                state.regs[base] = plus(state.get(base), number(ops[where + 1]))
        elif re.match(r"cmp|cmn|tst|ccm[pn]", mnemonic):
            flags = [value(o) for o in ops if not o.startswith(("#", "ls", "as"))] + ([state.get("flags")] if mnemonic[1] == "c" else [])
            state.regs["flags"] = S if S in flags else P
        elif mnemonic in ("adrp", "adr"):
            put(ops[0], "C")
        elif not ops:
            complain(f"unknown to this reader: {text}")
        else:
            reads = ops[1:] if not cls.READS_ALL.match(mnemonic) and "[" not in ops[0] else ops
            values = [value(o) for o in reads if not re.match(r"#|ls|as|[su]xt|ror", o)]
            if re.match(r"cs|cn|ci|adc|sbc|ngc", mnemonic):
                values.append(state.get("flags"))
            if "div" in mnemonic and S in values:
                complain("a division of secrets")
            result = S if S in values else P
            if mnemonic == "mov" and len(ops) == 2 and result != S:
                result = values[0] if values else P
            elif mnemonic in ("add", "sub") and len(ops) == 3 and result != S:
                a, b = value(ops[1]), number(ops[2]) if ops[2].startswith("#") else None
                result = "C" if a == "C" and b is not None else plus(a, b if mnemonic == "add" or b is None else -b) if a[0] in "QF" else P
                if a == P and b is None and value(ops[2])[0] in "QF":
                    result = plus(value(ops[2]), None)
            elif mnemonic == "and" and cls.reg(ops[0]) == "sp":
                result = ("F", i, 0)
            elif mnemonic == "csel" and result != S:
                result = join(value(ops[1]), value(ops[2]))
            if mnemonic.startswith(("eor", "sub", "movi")) and len(ops) >= 3 and ops[1] == ops[2] and mnemonic != "eor3":
                result = P
            put(ops[0], result)
            if mnemonic in ("adds", "subs", "ands", "bics", "negs", "adcs", "sbcs"):
                state.regs["flags"] = result if result == S else P


def complaints(cpu, job, text, target, ends):
    """Of the instructions `text`, each once. `target(i)`: where instruction i may jump; `ends(i)`: it goes on nowhere else."""
    if job not in ARGUMENTS:
        return [f"{job}: say in tools/dataflow.py what its arguments are"]
    start = State()
    start.regs[cpu.STACK] = ("F", "entry", 0)
    for reg, kind in zip(cpu.ARGS, ARGUMENTS[job]):
        if kind == "Q":
            start.regs[reg] = ("Q", 0)
    leaders = sorted({0} | {t for i in range(len(text)) if (t := target(i)) is not None} | {i + 1 for i in range(len(text)) if target(i) is not None or ends(i)})
    into, todo, found = {0: start}, [0], {}
    while todo:
        i = todo.pop()
        state = State(into[i])
        while True:
            found.pop(i, None)
            cpu.step(i, text[i], state, lambda what, i=i: found.setdefault(i, f"{what}: {text[i]}" if text[i] not in what else what))
            nexts = [t for t in [target(i)] if t is not None] + ([i + 1] if not ends(i) and i + 1 < len(text) else [])
            if nexts != [i + 1] or i + 1 in leaders:
                break
            i += 1
        for n in nexts:
            if n not in into:
                into[n] = State(state)
                todo.append(n)
            elif into[n].meet(state):
                todo.append(n)
    return [found[i] for i in sorted(found)]
