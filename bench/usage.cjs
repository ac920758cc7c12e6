/** Loaded into a measured process (`node --require`): writes what it has used to the file that BENCH_USAGE names, when it ends. */
const { writeFileSync } = require("node:fs");

const file = process.env.BENCH_USAGE;
// Processes that the measured one starts are not measured.
delete process.env.BENCH_USAGE;
if (file) {
  const write = () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 }));
  };
  process.on("exit", write);
  process.on("SIGTERM", () => {
    write();
    process.exit(0);
  });
}
