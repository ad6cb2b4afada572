import { TextPage } from '../text/text.page.tsx'
import { CheatSection } from './cheat.tsx'

/** The litepaper, and below it the attempt to cheat. */
export function Component() {
  return <TextPage path="/litepaper" after={<CheatSection />} />
}
