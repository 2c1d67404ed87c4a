/**
 * A real SMTP server in a process of its own. It prints its port, then each mail that it has accepted, as JSON lines.
 * The recipient decides its behaviour: `busy-N@` is refused temporarily N times, `gone@` is refused for good.
 */
import { SMTPServer } from 'smtp-server';

const refusals = new Map();
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (address.startsWith('gone@')) return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    const times = Number(/^busy-(\d+)@/.exec(address)?.[1] ?? 0);
    const refused = refusals.get(address) ?? 0;
    if (refused >= times) return done();
    refusals.set(address, refused + 1);
    return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      process.stdout.write(`${JSON.stringify({ to, source: Buffer.concat(chunks).toString('utf8') })}\n`, () => done());
    });
  },
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.server.address().port}\n`));
