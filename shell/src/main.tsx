import './shell.css'
import { startAfterLoad } from './after-load.ts'
import { showInitFailure } from './frame/init-failure.ts'
import { applyLanguage } from './language.ts'
import { record, watchErrors } from './reports/incidents.ts'

watchErrors()
main().then(
  () => startAfterLoad(true),
  (error: unknown) => {
    showInitFailure(error)
    record({ kind: 'failure' })
    return startAfterLoad(false)
  },
)

/** Starts in several tasks, so that the page reacts to input in between. */
async function main(): Promise<void> {
  await applyLanguage()
  await import(/* webpackMode: "eager" */ 'react-dom/client')
  await nextTask()
  await import(/* webpackMode: "eager" */ 'react-router-dom')
  await nextTask()
  // Imported dynamically: its modules translate texts when evaluated, and errors in them are caught here.
  const { start } = await import(/* webpackMode: "eager" */ './start.tsx')
  await nextTask()
  await start()
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
