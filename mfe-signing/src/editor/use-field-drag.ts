import { useState } from 'react'
import { fromShown, type ShownRectangle, toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import { editField } from './draft.store.ts'
import type { PlacedField } from './draft.ts'
import { select } from './editor-ui.store.ts'
import { moveBy, resizeBy } from './place-field.ts'
import { type Distance, usePointerDrag } from './use-pointer-drag.ts'

/** Moves and resizes a field with the pointer; the draft changes when the pointer is released. */
export function useFieldDrag(field: PlacedField, { size, scale }: PageView) {
  const [dragged, setDragged] = useState<ShownRectangle | null>(null)
  const stored = toShown(size, field.rectangle)
  const handlers = (change: typeof moveBy) => {
    const changed = ({ dx, dy }: Distance) =>
      change(size, stored, { dx: dx / scale, dy: dy / scale })
    return {
      onDrag: (distance: Distance) => {
        select(field.id)
        setDragged(changed(distance))
      },
      onDrop: (distance: Distance | null) => {
        setDragged(null)
        if (distance !== null)
          editField(field.id, { rectangle: fromShown(size, changed(distance)) })
      },
    }
  }
  return {
    shown: dragged ?? stored,
    isDragging: dragged !== null,
    startMove: usePointerDrag(handlers(moveBy)),
    startResize: usePointerDrag(handlers(resizeBy)),
  }
}
