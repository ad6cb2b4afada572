import './shell.css'
import { showInitFailure } from './frame/init-failure.ts'
import { applyLanguage } from './language.ts'

applyLanguage()
// Not an `import` statement, so that errors while loading the data client and other modules are caught here.
import(/* webpackMode: "eager" */ './start.tsx').then(({ start }) => start()).catch(showInitFailure)
