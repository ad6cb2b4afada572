import type { AnchorTrouble } from '@inkproof/protocol/log'

/**
 * Thrown when nothing can be anchored right now. The reason is shown to users; the worker retries
 * until it no longer applies.
 */
export class AnchoringWaits extends Error {
  override readonly name = 'AnchoringWaits'
  readonly trouble: AnchorTrouble

  constructor(trouble: AnchorTrouble, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.trouble = trouble
  }
}
