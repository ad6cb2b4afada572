import { isType } from '../pdf/values.ts'
import type { FieldNode } from '../signature-fields.ts'
import { type Finding, NEVER } from './finding.ts'
import { type FormComparison, keepsFlags, kindOf } from './form-comparison.ts'
import { isShown } from './visible-fields.ts'

/** What signing changes in a field (ISO 32000-2, 12.7.5.5), which is already where the earlier signers saw it. */
const SIGNING = ['V', 'AP', 'AS', 'M', 'Ff']
/** What a new signature field may contain: no actions, and no children other than its widgets. */
const NEW_SIGNATURE_FIELD = new Set(
  'AP Border BS DA F Ff FT H Kids Lock M MK NM P Parent Q Rect Subtype SV T TU Type V'.split(' '),
)

/** The changes of a signature field or one of its widgets, of which these keys differ. */
export function signatureFieldChanges(
  keys: string[],
  previous: FieldNode,
  node: FieldNode,
  forms: FormComparison,
): Finding[] {
  const { before, after, comparison } = forms
  const subject = node.name
  const [old, field] = [before.get(node.field), after.get(node.field)]
  const isSigned =
    field !== undefined &&
    old !== undefined &&
    comparison.before.get(old.dict, 'V') === null &&
    comparison.after.get(field.dict, 'V') !== null
  const isUsual = keys.every((key) => SIGNING.includes(key))
  if (!isSigned || !isUsual || !keepsFlags(keys, previous, node, forms)) {
    return [{ kind: kindOf(keys), subject, rule: NEVER }]
  }
  const isDrawn =
    keys.some((key) => key === 'AP' || key === 'AS') && isShown(node.dict, comparison.after)
  if (isDrawn) return drawn(field, forms)
  return node.id === node.field ? [signed(node, forms, false)] : []
}

/** A signature that draws something where nothing was shown. Anybody can get a time-stamp, so that must show nothing. */
function drawn(field: FieldNode, forms: FormComparison): Finding[] {
  const finding = signed(field, forms, false)
  if (isTimeStamp(field, forms))
    return [finding, { kind: 'appearance-changed', subject: field.name, rule: NEVER }]
  return [finding.rule === NEVER ? finding : { ...finding, kind: 'visible-signature-added' }]
}

/** What a node is that only the later revision has: a signature field, the widget of one, or something not permitted. */
export function newNode(node: FieldNode, forms: FormComparison): Finding[] {
  const changed: Finding = { kind: 'form-changed', subject: node.name, rule: NEVER }
  const { after } = forms.comparison
  if (!isSignatureField(node, forms)) return [changed]
  const field = forms.after.get(node.field)
  if (field && after.get(field.dict, 'V') !== null) {
    return node === field ? [newSignature(node, forms)] : []
  }
  if (isShown(node.dict, after)) return [changed]
  return node === field ? [{ ...changed, rule: { allow: 'with-filling' } }] : []
}

function isSignatureField(node: FieldNode, forms: FormComparison): boolean {
  const isNewField = !forms.before.has(node.field)
  const isKnownName = [...forms.before.values()].some(({ name }) => name === node.name)
  const isPlain = [...node.dict.entries.keys()].every((key) => NEW_SIGNATURE_FIELD.has(key))
  const isPlaced = node.isPlaced || !node.dict.entries.has('Parent')
  // A note, for example, is shown without an appearance and whatever its rectangle is.
  const isWidget =
    !node.dict.entries.has('Subtype') ||
    forms.comparison.after.getName(node.dict, 'Subtype') === 'Widget'
  return node.fieldType === 'Sig' && isNewField && !isKnownName && isPlain && isPlaced && isWidget
}

function newSignature(field: FieldNode, forms: FormComparison): Finding {
  const finding = signed(field, forms, true)
  if (finding.rule.allow !== 'signing' || !finding.rule.isVisible) return finding
  const shown = shownNodes(field, forms)
  const isWellPlaced = shown.every(({ dict }) => forms.wellPlaced.has(dict))
  if (!isWellPlaced || isTimeStamp(field, forms)) {
    return { kind: 'form-changed', subject: field.name, rule: NEVER }
  }
  return { ...finding, kind: 'visible-signature-added' }
}

function signed(field: FieldNode, forms: FormComparison, isNew: boolean): Finding {
  const isStamp = isTimeStamp(field, forms)
  const subject = field.name
  const kind = isStamp ? 'time-stamp-added' : 'signature-added'
  // Anybody can add a signature that is not valid, and its appearance with it.
  if (!forms.isIntact(field.id)) return { kind, subject, rule: NEVER }
  const isVisible = shownNodes(field, forms).length > 0
  return {
    kind,
    subject,
    rule: { allow: 'signing', field: subject, isNew, isVisible, isTimeStamp: isStamp },
  }
}

function isTimeStamp({ dict }: FieldNode, { comparison: { after } }: FormComparison): boolean {
  const value = after.get(dict, 'V')
  return isType(value, 'dict') && after.getName(value, 'SubFilter') === 'ETSI.RFC3161'
}

/** The field itself and its widgets, as far as they cover a part of a page. */
function shownNodes(field: FieldNode, { after, comparison }: FormComparison): FieldNode[] {
  return [...after.values()].filter(
    (node) => node.field === field.id && isShown(node.dict, comparison.after),
  )
}
