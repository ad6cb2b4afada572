/**
 * Runs the whole system for a fault test, in a separate process: the launcher's reaction to a fault must not wait for
 * the test that measures it. Takes the options as JSON, and stops when the test's process disconnects.
 */
import { type SystemOptions, startSystem } from '@inkproof/launcher/system/start-system'
import { serveControl } from '@inkproof/launcher/testing/control-server'

const options = JSON.parse(process.argv[2] ?? '') as SystemOptions
const controller = new AbortController()
process.once('disconnect', () => controller.abort())

const system = await startSystem({
  ...options,
  env: { ...process.env, ...options.env },
  report: { note: (line) => console.log(line) },
  signal: controller.signal,
})
const control = await serveControl(system)
const { origin, urls } = system
process.send?.({ origin, urls, control: control.url })
if (!controller.signal.aborted)
  await new Promise((resolve) => controller.signal.addEventListener('abort', resolve))
await control.close()
await system.stop()
process.exit()
