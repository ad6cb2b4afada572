import './shell.css'
import { showInitFailure } from './frame/init-failure.ts'
import { applyLanguage } from './language.ts'

applyLanguage()
// Not an `import` statement: what fails while the data client and the rest come up is caught here.
import(/* webpackMode: "eager" */ './start.tsx').then(({ start }) => start()).catch(showInitFailure)
