import { isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import { formOf } from '../signature-fields.ts'
import type { Comparison } from './comparison.ts'
import { type Finding, NEVER } from './finding.ts'
import { addsBits, type FormComparison, idsOf, keepsOrder } from './form-comparison.ts'
import { nodeChanges } from './form-nodes.ts'

const FORM_CHANGED: Finding = { kind: 'form-changed', subject: null, rule: NEVER }
/** The keys that signing software writes into a new form dictionary. */
const NEW_FORM_KEYS = ['Fields', 'SigFlags', 'DR', 'DA']

/** Compares the interactive forms of two revisions: the form dictionary and each field with its widgets. */
export function compareForms(forms: FormComparison): Finding[] {
  const { comparison, before, after } = forms
  const [old, current] = [formOf(comparison.before), formOf(comparison.after)]
  if (!old && !current) return []
  if (!current) return [FORM_CHANGED]
  const removed = [...before.values()].filter(({ id }) => !after.has(id))
  return [
    ...removed.map(({ name }) => ({ ...FORM_CHANGED, subject: name })),
    ...dictionaryChanges(old, current, forms),
    ...nodeChanges(forms),
  ]
}

function dictionaryChanges(
  old: PdfDict | null,
  current: PdfDict,
  forms: FormComparison,
): Finding[] {
  if (!old) {
    const isUsual = [...current.entries.keys()].every((key) => NEW_FORM_KEYS.includes(key))
    return isUsual ? [] : [FORM_CHANGED]
  }
  const { comparison } = forms
  const fields = keepsOrder(
    idsOf(comparison.before.getItems(old, 'Fields')),
    idsOf(comparison.after.getItems(current, 'Fields')),
    forms,
  )
    ? []
    : [FORM_CHANGED]
  const keys = comparison.changedKeys(old, current, ['Fields'])
  return [...fields, ...keys.flatMap((key) => keyChanges(key, old, current, comparison))]
}

function keyChanges(
  key: string,
  old: PdfDict,
  current: PdfDict,
  comparison: Comparison,
): Finding[] {
  const { before, after } = comparison
  const value = after.get(current, key)
  if (key === 'SigFlags') return addsBits(before.get(old, key), value) ? [] : [FORM_CHANGED]
  // Without it, readers show the appearances in the file, which are compared.
  if (key === 'NeedAppearances' && value !== true) return []
  if (key === 'DR' && onlyAddsResources(before.get(old, key), value, comparison)) {
    return [{ ...FORM_CHANGED, rule: { allow: 'with-filling' } }]
  }
  return [FORM_CHANGED]
}

/** Default resources may get new fonts, but none of them may be replaced. */
function onlyAddsResources(old: PdfValue, current: PdfValue, comparison: Comparison): boolean {
  if (old === null) return true
  if (!isType(old, 'dict') || !isType(current, 'dict')) return false
  return comparison.changedKeys(old, current).every((category) => {
    const [previous, extended] = [
      comparison.before.get(old, category),
      comparison.after.get(current, category),
    ]
    if (previous === null) return true
    if (!isType(previous, 'dict') || !isType(extended, 'dict')) return false
    return comparison
      .changedKeys(previous, extended)
      .every((name) => name !== '' && !previous.entries.has(name))
  })
}
