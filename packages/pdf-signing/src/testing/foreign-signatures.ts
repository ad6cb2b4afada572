/** Files with a signature of someone else, as text: its fields are genuine, its value is not. */
import { samplePdf } from './sample-pdfs.ts'

export type ForeignOptions = {
  /** Entries of the signature dictionary. */
  signature?: string
  /** Entries of the signature field. */
  field?: string
  /** Entries of the catalog. */
  catalog?: string
  /** Entries of the form. */
  form?: string
}

/** One signed field, `Theirs`. Object 1001 is the signature. */
export function foreignPdf({
  signature = '',
  field = '',
  catalog = '',
  form = '',
}: ForeignOptions = {}) {
  return samplePdf({
    catalog: `/AcroForm << /Fields [1000 0 R] /SigFlags 3 ${form} >> ${catalog}`,
    objects: {
      1000: `<< /FT /Sig /T (Theirs) /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /V 1001 0 R ${field} >>`,
      1001: `<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> ${signature} >>`,
    },
  })
}

/** Entries of a signature that certifies with these permitted changes. */
export function certification(permission: number | string): string {
  return `/Reference [<< /TransformMethod /DocMDP /TransformParams << /P ${permission} >> >>]`
}

/** Entries of a signature that locks fields. */
export function fieldLock(action: string): string {
  return `/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /${action} /Fields [(a)] >> >>]`
}

/** Entries of a signature that locks one field, and repeats the level of its field's lock. */
export function lockWithLevel(permission: number): string {
  return `/Reference [<< /TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(a)] /P ${permission} >> >>]`
}
