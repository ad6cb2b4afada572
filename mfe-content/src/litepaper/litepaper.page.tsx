import { FirstScreen as TextFirstScreen, TextPage } from '../text/text.page.tsx'
import { CheatSection } from './cheat.tsx'

/** The litepaper, followed by the demonstration. */
export function Component() {
  return <TextPage path="/litepaper" after={<CheatSection />} />
}

export const FirstScreen = TextFirstScreen
