/** What the page of a signing link needs of a browser and jsdom lacks. Import it after `page-globals.ts`. */
import { stubLayout } from './page-stubs.ts'

stubLayout()
Object.assign(globalThis, { matchMedia: () => ({ matches: true }), scrollTo: () => {} })
HTMLElement.prototype.scrollIntoView = () => {}
