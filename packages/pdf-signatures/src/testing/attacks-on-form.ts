import {
  AGREE,
  AMOUNT,
  AMOUNT_LOOK,
  type Attack,
  addField,
  CATALOG,
  FIELD,
  filledField,
  LOOK,
  LOOK_YES,
  widget,
} from './numbers.ts'
import { append, edit, objectText } from './updates.ts'

/** Attacks on the form that no signature permits: named updates, and the changes that must be reported. */
export const ATTACKS_ON_FORM: Record<string, Attack> = {
  'a filled field that covers the page': [
    (file) =>
      append(file, {
        objects: {
          [AMOUNT]: filledField(file).replace(/\[ 20 200 120 220 \]/, '[0 0 300 300]'),
          50: LOOK,
        },
      }),
    ['- form-changed amount'],
  ],
  'the appearance of a field, and not its value': [
    (file) => edit(file, AMOUNT, '/N 7 0 R', '/N 2 0 R'),
    ['- appearance-changed amount'],
  ],
  "the stream of a field's appearance, and not its value": [
    (file) => append(file, { objects: { [AMOUNT_LOOK]: LOOK } }),
    ['- appearance-changed amount'],
  ],
  'the appearance of a checked box': [
    (file) => append(file, { objects: { [LOOK_YES]: LOOK } }),
    ['- appearance-changed agree'],
  ],
  'the shown state of a box, and not its value': [
    (file) => edit(file, AGREE, '/AS /Off', '/AS /Yes'),
    ['- appearance-changed agree'],
  ],
  'an action of a field': [
    (file) => edit(file, AMOUNT, '/FT /Tx', '/FT /Tx /AA << /K << /S /JavaScript /JS (x) >> >>'),
    ['- form-changed amount'],
  ],
  'a parent of a field, from which it inherits a value': [
    (file) => {
      const field = objectText(file, AMOUNT).replace('/FT', '/Parent 60 0 R /FT')
      return append(file, { objects: { [AMOUNT]: field, 60: '<< /V (999) /FT /Tx >>' } })
    },
    ['- form-changed amount'],
  ],
  'a new signature field with a parent that does not list it': [
    (file) =>
      addField(file, '<< /FT /Sig /T (extra) /Parent 3 0 R /Subtype /Widget /Rect [0 0 0 0] >>'),
    ['- form-changed extra'],
  ],
  'the name of a field': [
    (file) => edit(file, AMOUNT, '(amount)', '(total)'),
    ['- form-changed total'],
  ],
  'the type of a field': [
    (file) => edit(file, AMOUNT, '/FT /Tx', '/FT /Ch'),
    ['- form-changed amount'],
  ],
  'a field removed': [
    (file) => edit(file, CATALOG, /3 0 R/, ''),
    ['- form-changed amount', '- form-changed'],
  ],
  'a field added': [(file) => addField(file, widget('Tx')), ['- form-changed extra']],
  'a visible signature field without a signature': [
    (file) => addField(file, widget('Sig', '/AP << /N 51 0 R >> ')),
    ['- form-changed extra'],
  ],
  'a signature that is not valid (sneaky signature)': [
    (file) =>
      addField(
        file,
        widget('Sig', '/AP << /N 51 0 R >> /V 52 0 R '),
        '<< /Type /Sig /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>',
      ),
    ['- signature-added extra'],
  ],
  'the appearance of a signed field': [
    (file) => edit(file, FIELD, '/Type /Annot', '/Type /Annot /AP << /N 7 0 R >>'),
    ['- appearance-changed jane'],
  ],
  'readers told to make new appearances': [
    (file) => edit(file, CATALOG, '/SigFlags 3', '/SigFlags 3 /NeedAppearances true'),
    ['- form-changed'],
  ],
  'an XFA form': [
    (file) => edit(file, CATALOG, '/SigFlags 3', '/SigFlags 3 /XFA (x)'),
    ['- form-changed'],
  ],
  'the flag that says the file is signed removed': [
    (file) => edit(file, CATALOG, '/SigFlags 3', ''),
    ['- form-changed'],
  ],
  'a new field that is printed, and not shown': [
    (file) => addField(file, widget('Sig').replace('/F 4', '/F 36')),
    ['- form-changed extra'],
  ],
}
