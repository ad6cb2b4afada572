import './shell.css'
import { showInitFailure } from './frame/init-failure.ts'
import { applyLanguage } from './language.ts'

applyLanguage()
  // Imported dynamically: its modules translate texts when evaluated, and errors in them are caught here.
  .then(() => import(/* webpackMode: "eager" */ './start.tsx'))
  .then(({ start }) => start())
  .catch(showInitFailure)
