/**
 * The entry process of a service's image, built to `dist/entry.js`: `node dist/entry.js <command…>` runs the command,
 * forwards signals to it and exits with its code. If the service stops responding, it is killed and this process exits
 * with 1, so that the container is restarted: a container runtime restarts only what has exited.
 */
import { spawn } from 'node:child_process'
import { watchLiveness } from './liveness.ts'

const [command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: 'inherit' })
const watch = watchLiveness({
  url: `http://127.0.0.1:${process.env['PORT']}/healthz`,
  onDead: () => {
    writeLog('the service does not respond and is killed')
    child.kill('SIGKILL')
  },
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    watch.stop()
    child.kill(signal)
  })
}
child.once('exit', (code) => process.exit(code ?? 1))
child.once('error', ({ message }) => {
  writeLog(`the service could not be started: ${message}`)
  process.exit(1)
})

/** In the format of the services' log. */
function writeLog(msg: string): void {
  process.stderr.write(
    `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg })}\n`,
  )
}
