/** The features of svc-content. */
import { type Composition, composeFeatures, supply } from '@inkproof/service-kit/feature'
import { browserReportsFeature } from './browser-reports/feature.ts'
import { type Inputs, inputs } from './inputs.ts'
import { pagesFeature } from './pages/feature.ts'
import { searchFeature } from './search/feature.ts'
import { securityContactFeature } from './security-contact/feature.ts'

export function contentFeatures(supplied: Inputs): Composition {
  return composeFeatures([
    supply(inputs, supplied),
    pagesFeature,
    searchFeature,
    securityContactFeature,
    browserReportsFeature,
  ])
}
