import { useMemo, useState } from 'react'
import type { EnteredValues } from './entered-db.ts'
import { listInputs } from './own-fields.ts'
import { toStored, withDefaults } from './prefilled.ts'
import { listShown } from './shown-fields.ts'
import type { CheckedDocument } from './use-checked-document.ts'
import { useDrawnValues } from './use-drawn-values.ts'
import type { EnteredState } from './use-entered.ts'
import { useGuide } from './use-guide.ts'

/**
 * Returns which of the person's fields are shown, what they contain, and which of them is being filled.
 *
 * @param stored what the person has entered or seen
 * @param store stores the value of a field
 */
export function useFilling(
  checked: CheckedDocument,
  stored: EnteredValues,
  store: EnteredState['setValue'],
) {
  const { earlier, ownFields } = checked
  const values = useMemo(() => withDefaults(ownFields, stored), [ownFields, stored])
  const setValue: EnteredState['setValue'] = (id, value) =>
    store(id, toStored(ownFields, id, value))
  const [isAgreed, setIsAgreed] = useState(false)
  // What was entered into a field that is hidden again stays stored, but is neither drawn nor signed.
  const shown = useMemo(() => listShown(ownFields, values, earlier), [ownFields, values, earlier])
  const drawn = useMemo(() => ({ ...checked, ownFields: shown }), [checked, shown])
  const drawing = useDrawnValues(drawn, values, isAgreed)
  const { problems } = drawing
  const inputs = useMemo(() => listInputs(shown, stored, problems), [shown, stored, problems])
  const guide = useGuide(inputs, setValue)
  const isReady = guide.isComplete && problems.size === 0
  const isInput = (id: string) => inputs.some(({ field }) => field.id === id)
  return {
    ...{ drawing, guide, inputs, shown, setValue },
    ...{ isAgreed, setIsAgreed },
    /** Whether every field has what it needs, and can be drawn. */
    isReady,
    /** A field that the person cannot change and whose text cannot be drawn. */
    blocked: shown.find(({ id }) => problems.has(id) && !isInput(id)),
  }
}

export type Filling = ReturnType<typeof useFilling>
