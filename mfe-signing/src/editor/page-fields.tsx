import type { FieldType } from '@inkproof/protocol/envelope-fields'
import { t } from '@inkproof/texts/text'
import { type PointerEvent, useState } from 'react'
import { toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import type { Draft, PlacedField } from './draft.ts'
import { useEditorUi } from './editor-ui.store.ts'
import { FieldBox } from './field-box.tsx'
import { describeType } from './field-types.ts'
import { fieldAt } from './place-field.ts'

type PageFieldsProps = {
  page: PageView
  fields: readonly PlacedField[]
  draft: Draft
  onPlace: (type: FieldType, page: PageView, center: { left: number; top: number }) => void
}

/** The fields of a page; while a type is chosen in the palette, a click adds a field of that type. */
export function PageFields({ draft, page, fields, onPlace }: PageFieldsProps) {
  const armed = useEditorUi((state) => state.armed)
  return (
    <>
      {fields.map((field) => (
        <FieldBox key={field.id} draft={draft} field={field} page={page} />
      ))}
      {armed !== null && (
        <PlacementLayer
          type={armed}
          page={page}
          onPlace={(center) => onPlace(armed, page, center)}
        />
      )}
    </>
  )
}

type PlacementLayerProps = {
  type: FieldType
  page: PageView
  onPlace: (center: { left: number; top: number }) => void
}

function PlacementLayer({ type, page, onPlace }: PlacementLayerProps) {
  const [center, setCenter] = useState<{ left: number; top: number } | null>(null)
  const { icon: Icon, label } = describeType(type)
  const { scale, size } = page
  const follow = (event: PointerEvent<HTMLElement>) => setCenter(pointOf(event, scale))
  const ghost = center && toShown(size, fieldAt(type, page, center).rectangle)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('Place “{field}” on page {page}', { field: label, page: page.number })}
      className="pointer-events-auto absolute inset-0 z-20 cursor-crosshair overflow-hidden text-left"
      onPointerMove={follow}
      onPointerLeave={() => setCenter(null)}
      onClick={(event) => onPlace(pointOf(event, scale))}
    >
      {ghost && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute flex items-center gap-1 overflow-hidden rounded-xs border-2 border-accent border-dashed bg-accent/10 px-1 text-accent text-xs"
          style={{
            left: ghost.left * scale,
            top: ghost.top * scale,
            width: ghost.width * scale,
            height: ghost.height * scale,
          }}
        >
          <Icon className="size-3.5 shrink-0" />
          <span className="truncate">{label}</span>
        </span>
      )}
    </button>
  )
}

type Clicked = { clientX: number; clientY: number; currentTarget: HTMLElement }

function pointOf({ clientX, clientY, currentTarget }: Clicked, scale: number) {
  const box = currentTarget.getBoundingClientRect()
  return { left: (clientX - box.left) / scale, top: (clientY - box.top) / scale }
}
