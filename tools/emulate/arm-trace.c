/* A plugin of qemu's user emulation: runs that `ct-check marked` marks must execute the same instructions,
 * which must read and write at the same addresses, as the first run of the same job.
 *
 *     hint 80   a new job        hint 81   a run begins       hint 82   it ends
 *
 * Prints how many runs it compared; a difference ends the program with exit status 99. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What qemu offers its plugins, version 1 of the interface; Debian has no header for it. */
typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int, void *);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, void (*)(unsigned, uint32_t, uint64_t, void *), int, int, void *);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
int qemu_plugin_version = 1;

#define HINT(n) (0xd503201f | (n) << 5)
#define MOST (1 << 25)

static uint64_t first[MOST];
static size_t length, at, runs;
static int running, compares;
static uint64_t instructions;

static void differs(uint64_t now)
{
	fprintf(stderr, "run %zu: step %zu differs, %#lx where there was %#lx\n", runs, at, (unsigned long)now,
		at < length ? (unsigned long)first[at] : 0ul);
	exit(99);
}

static void step(uint64_t value)
{
	if (!running)
		return;
	if (compares) {
		if (at >= length || first[at] != value)
			differs(value);
	} else {
		if (at >= MOST)
			abort();
		first[at] = value;
	}
	at++;
}

static void on_instruction(unsigned cpu, void *address)
{
	instructions += running;
	step((uintptr_t)address);
}

static void on_memory(unsigned cpu, uint32_t info, uint64_t address, void *data)
{
	step(address);
}

static void on_job(unsigned cpu, void *data)
{
	compares = 0;
}

static void on_begin(unsigned cpu, void *data)
{
	at = 0;
	running = 1;
}

static void on_end(unsigned cpu, void *data)
{
	running = 0;
	if (!compares)
		length = at;
	else if (at != length)
		differs(0);
	compares = 1;
	runs++;
}

static void on_translation(plugin_id id, struct qemu_plugin_tb *tb)
{
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint32_t word;
		memcpy(&word, qemu_plugin_insn_data(insn), 4);
		void (*mark)(unsigned, void *) = word == HINT(80) ? on_job : word == HINT(81) ? on_begin : word == HINT(82) ? on_end : 0;
		if (mark) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, mark, 0, 0);
		} else {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, 0, (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
			qemu_plugin_register_vcpu_mem_cb(insn, on_memory, 0, 3, 0);
		}
	}
}

static void at_end(plugin_id id, void *data)
{
	printf("COMPARED %zu\n%lu instructions\n", runs, (unsigned long)instructions);
	fflush(stdout);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, at_end, 0);
	return 0;
}
