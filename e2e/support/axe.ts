import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Returns axe's findings for the current page: one line each, with the element. An empty list means no violations.
 *
 * Runs every rule, but reports only violations, and does not open a second page to combine the results of frames from
 * other origins. Reporting the rest and the second page took two thirds of the time.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
