/** The least that a server's memory takes: waits, and does nothing. */
console.log("ready");
setInterval(() => {}, 1000);
