// aeo.js takes no address of this machine: its site has a name here, as a site in the world has.
const dns = require('node:dns')
const lookup = dns.lookup
dns.lookup = (name, ...rest) => lookup(name === process.env.BENCH_SITE ? process.env.BENCH_ADDRESS : name, ...rest)
