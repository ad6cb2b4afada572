import type { AnchorTrouble } from '@inkproof/protocol/log'

/** Why nothing can be anchored right now. People see it; it is looked at again and ends by itself. */
export class AnchoringWaits extends Error {
  override readonly name = 'AnchoringWaits'
  readonly trouble: AnchorTrouble

  constructor(trouble: AnchorTrouble, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.trouble = trouble
  }
}
