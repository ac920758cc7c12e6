/** Takes out of every test what the program would heed of the shell that runs the tests. */

for (const name of Object.keys(process.env)) {
  if (/^(?:MIGRATIONS_|NO_COLOR$|FORCE_COLOR$)/.test(name)) delete process.env[name];
}
