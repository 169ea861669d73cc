/** Loaded before a service, with `--import`: its wall clock differs by CLOCK_SHIFT milliseconds. */
const shift = Number(process.env['CLOCK_SHIFT']);
const wall = Date.now.bind(Date);

Date.now = () => wall() + shift;
