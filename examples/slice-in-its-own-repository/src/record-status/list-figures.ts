import type { Heads } from '@inkproof/protocol/log'

/** How far the public record is signed, anchored and final, in entries. */
export type Figures = { signed: number; anchored: number; final: number }

/** Returns the figures of the newest states of the record; those of an empty record are 0. */
export function listFigures({
  checkpoint,
  anchor,
  settled,
}: Pick<Heads, 'checkpoint' | 'anchor' | 'settled'>): Figures {
  return {
    signed: checkpoint?.size ?? 0,
    anchored: anchor?.size ?? 0,
    final: settled?.size ?? 0,
  }
}
