import type { Participant } from '@inkproof/protocol/envelopes'
import type { Field } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { toShown } from '../pdf/page-geometry.ts'
import type { PageView } from '../pdf/page-view.ts'
import { rectangleOf } from '../signing/check-prepared.ts'
import { nameOfField } from '../signing/field-names.ts'
import { FieldOverlay } from '../signing/field-overlay.tsx'
import type { FinalValue } from '../signing/final-values.ts'
import { OwnFieldButton } from './own-field-button.tsx'
import { alternativesOf, type OwnField } from './own-fields.ts'
import type { CheckedDocument } from './use-checked-document.ts'

type Props = {
  page: PageView
  checked: CheckedDocument
  participants: readonly Participant[]
  /** The person's fields whose conditions hold. */
  shown: readonly Field[]
  /** The person's values as they will be in the document. */
  values: readonly FinalValue[]
  inputs: readonly OwnField[]
  current: string | null
  onChoose: (own: OwnField) => void
}

/** The fields of a page: what others entered before, the person's own fields, and the fields of others with their names. */
export function PageOverlay({
  checked: { earlier, envelope, ownFields },
  current,
  inputs,
  onChoose,
  page,
  participants,
  shown,
  values,
}: Props) {
  // The values are drawn a moment after a field has disappeared.
  const own = values.filter((value) => shown.some(({ id }) => id === value.field))
  const others = envelope.fields.filter(
    (field) =>
      field.page === page.number &&
      !ownFields.some(({ id }) => id === field.id) &&
      !earlier.some((value) => value.field === field.id),
  )
  return (
    <>
      <FieldOverlay page={page} values={[...earlier, ...own]} />
      {others.map((field) => (
        <OtherField
          key={field.id}
          box={boxOf(field, page)}
          name={participants.find(({ original }) => original === field.recipient)?.name ?? null}
        />
      ))}
      {shown
        .filter((field) => field.readOnly && field.page === page.number)
        .map((field) => (
          <ReadOnlyField key={field.id} field={field} box={boxOf(field, page)} />
        ))}
      {inputs
        .filter(({ field }) => field.page === page.number)
        .map((own) => (
          <OwnFieldButton
            key={own.field.id}
            own={own}
            alternatives={alternativesOf(own, inputs)}
            box={boxOf(own.field, page)}
            scale={page.scale}
            isCurrent={own.field.id === current}
            onChoose={() => onChoose(own)}
          />
        ))}
    </>
  )
}

/** A field that the person cannot change. Its value is drawn below it. */
function ReadOnlyField({ box, field }: { field: Field; box: ReturnType<typeof boxOf> }) {
  const { default: text = '', page, type } = field
  const isButton = type === 'checkbox' || type === 'radio'
  const value = isButton ? t('Selected') : text
  return (
    <div
      className="pointer-events-auto absolute rounded-xs border border-black/25"
      style={box}
      title={t('Filled in by the sender. You cannot change it.')}
    >
      <span className="sr-only">
        {t('{field}, read-only, page {page}: {value}', { field: nameOfField(field), page, value })}
      </span>
    </div>
  )
}

function OtherField({ name, box }: { name: string | null; box: ReturnType<typeof boxOf> }) {
  const label = name === null ? t('For someone else') : t('For {name}', { name })
  return (
    <div
      className="absolute flex items-center overflow-hidden rounded-xs border border-black/35 border-dashed bg-black/5 px-0.5"
      style={box}
    >
      <span
        className="truncate text-black/65 leading-none"
        style={{ fontSize: Math.min(11, box.height * 0.7) }}
      >
        {label}
      </span>
    </div>
  )
}

/** Returns where a field is on the shown page, in CSS pixels. */
function boxOf(field: Field, { scale, size }: PageView) {
  const { height, left, top, width } = toShown(size, rectangleOf(field, size.box))
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale }
}
