import './shell.css'
import { showInitFailure } from './frame/init-failure.ts'
import { applyLanguage } from './language.ts'

applyLanguage()
  // Not an `import` statement: its modules word texts, and errors while loading them are caught here.
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'))
  .then(({ start }) => start())
  .catch(showInitFailure)
