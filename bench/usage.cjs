/** Loaded into a measured process (`node --require`): writes what it has used to the file that BENCH_USAGE names, when it ends. */
const { readFileSync, writeFileSync } = require("node:fs");

const file = process.env.BENCH_USAGE;
// Processes that the measured one starts are not measured.
delete process.env.BENCH_USAGE;
/** In KB. Linux hands the peak of a process on to those it starts, so `maxRSS` can be that of the benchmark itself. */
function mostMemory() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}

if (file) {
  const write = () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    const used = { cpu: (userCPUTime + systemCPUTime) / 1e6, rss: mostMemory() / 1024 };
    writeFileSync(file, JSON.stringify(used));
  };
  process.on("exit", write);
  process.on("SIGTERM", () => {
    write();
    process.exit(0);
  });
}
