import type { FieldNode } from '../signature-fields.ts'
import { type Finding, NEVER } from './finding.ts'
import { type FormComparison, idsOf, keepsFlags, keepsOrder, kindOf } from './form-comparison.ts'
import { keepsParent } from './parents.ts'
import { newNode, signatureFieldChanges } from './signature-nodes.ts'

/** What filling changes (ISO 32000-2, tables 226, 229, 234): the value, its appearance, and what belongs to it. */
const FILLING = ['V', 'AS', 'AP', 'RV', 'I', 'M', 'Ff']
/** The appearances of a button's states are fixed; filling chooses one of them. */
const FILLING_BUTTON = ['V', 'AS', 'M', 'Ff']
const PUSH_BUTTON = 1 << 16

/** The changes of all fields and widgets that are in both revisions, and those that are new. */
export function nodeChanges(forms: FormComparison): Finding[] {
  const findings = [...forms.after.values()].flatMap((node) => {
    const old = forms.before.get(node.id)
    return old ? changesOfNode(old, node, forms) : newNode(node, forms)
  })
  return findings
}

function changesOfNode(old: FieldNode, node: FieldNode, forms: FormComparison): Finding[] {
  const { comparison } = forms
  const keys = comparison.changedKeys(old.dict, node.dict, ['Kids', 'Parent'])
  const [oldKids, kids] = [
    comparison.before.getItems(old.dict, 'Kids'),
    comparison.after.getItems(node.dict, 'Kids'),
  ]
  const isMoved =
    old.name !== node.name ||
    old.field !== node.field ||
    old.fieldType !== node.fieldType ||
    !keepsParent(old, node, comparison)
  if (isMoved || !keepsOrder(idsOf(oldKids, old.id), idsOf(kids, node.id), forms)) {
    return [{ kind: 'form-changed', subject: node.name, rule: NEVER }]
  }
  if (keys.length === 0) return []
  if (node.fieldType === 'Sig') return signatureFieldChanges(keys, old, node, forms)
  return fieldChanges(keys, old, node, forms)
}

function fieldChanges(
  keys: string[],
  old: FieldNode,
  node: FieldNode,
  forms: FormComparison,
): Finding[] {
  const subject = node.name
  const allowed = node.fieldType === 'Btn' ? FILLING_BUTTON : FILLING
  const isUsual = keys.every((key) => allowed.includes(key)) && !isPushButton(node, forms)
  if (!isUsual || !keepsFlags(keys, old, node, forms)) {
    return [{ kind: kindOf(keys), subject, rule: NEVER }]
  }
  if (keys.every((key) => key === 'Ff' || key === 'M')) {
    return [{ kind: 'form-changed', subject, rule: { allow: 'with-filling' } }]
  }
  // An appearance that changes without the value would show something that the field does not contain.
  if (!hasNewValue(node.field, forms)) {
    return [{ kind: 'appearance-changed', subject, rule: NEVER }]
  }
  return [{ kind: 'field-filled', subject, rule: { allow: 'filling', field: node.name } }]
}

function hasNewValue(id: string, { comparison, before, after }: FormComparison): boolean {
  const [old, field] = [before.get(id), after.get(id)]
  return comparison.isSame(old?.dict.entries.get('V'), field?.dict.entries.get('V')) === false
}

function isPushButton(node: FieldNode, { comparison: { after } }: FormComparison): boolean {
  if (node.fieldType !== 'Btn') return false
  const flags = after.get(node.dict, 'Ff')
  return typeof flags === 'number' && (flags & PUSH_BUTTON) !== 0
}
