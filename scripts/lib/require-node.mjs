// Imported before anything else, so that an old Node gets this sentence instead of a syntax error from newer code.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (!supported) {
  console.error(
    `Pushoff needs Node 20.19 or newer (of Node 22: 22.12 or newer). This is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
