/** Adds all form and signature fields to a prepared file (ISO 32000-2, 12.7). */
import type { PDF, PdfDict, PdfObject, PdfRef } from '@libpdf/core'
import {
  DOCUMENT_TIME_STAMP,
  FINAL_SIGNATURE,
  type PreparedField,
  signatureName,
} from '../fields.ts'
import { boxFor, emptyAppearance, formStream } from '../pdf/appearance.ts'
import {
  array,
  dict,
  name,
  number,
  type Rectangle,
  rectangleArray,
  string,
} from '../pdf/objects.ts'
import { addAnnotations, type Page } from '../pdf/pages.ts'
import { checkboxAppearances, radioAppearances } from './button-appearances.ts'

/** Print and Locked (ISO 32000-2, table 167). */
const WIDGET_FLAGS = 4 | 128
/** Field flags: Radio (ISO 32000-2, table 229) and Combo (table 233). */
const RADIO = 1 << 15
const COMBO = 1 << 17
/** SignaturesExist and AppendOnly (ISO 32000-2, table 225). */
const SIGNATURE_FLAGS = 3
/** The resource name of this package's font in the form. */
const FONT_NAME = 'F0'
const NOWHERE: Rectangle = { x: 0, y: 0, width: 0, height: 0 }
const DEFAULT_APPEARANCE = `/${FONT_NAME} 10 Tf 0 g`

/**
 * Creates the form. Every signer's signature field locks the values of that signer, and the final signature those of all:
 * `Include`, because a lock on all fields would forbid the later signatures.
 */
export function addFields(
  pdf: PDF,
  pages: Page[],
  plan: PreparedField[],
  signerCount: number,
  font: PdfRef,
): void {
  const form = new FormBuilder(pdf, pages)
  for (const field of plan) if (!isDigital(field) && !field.group) form.addValueField(field)
  for (const [group, buttons] of groupsOf(plan)) form.addGroup(group, buttons)
  const values = plan.filter((field) => !isDigital(field))
  for (let signer = 0; signer < signerCount; signer++) {
    const own = values.filter((field) => field.signer === signer)
    const place = plan.find((field) => field.signer === signer && isDigital(field))
    form.addSignatureField(signatureName(signer), lockOf(own), place)
  }
  form.addSignatureField(FINAL_SIGNATURE, lockOf(values))
  form.addSignatureField(DOCUMENT_TIME_STAMP)
  form.finish(font)
}

/** Whether the field is the one of the signer's digital signature. */
export function isDigital({ name: fieldName, signer }: PreparedField): boolean {
  return fieldName === signatureName(signer)
}

/** The radio buttons by the name of their field. */
function groupsOf(plan: PreparedField[]): Map<string, PreparedField[]> {
  const groups = new Map<string, PreparedField[]>()
  for (const field of plan)
    if (field.group) groups.set(field.group, [...(groups.get(field.group) ?? []), field])
  return groups
}

/** What readers call a field instead of its name (ISO 32000-2, table 226). */
function tooltip(field: PreparedField | undefined): Record<string, PdfObject> {
  return field?.label === undefined ? {} : { TU: string(field.label) }
}

function lockOf(fields: PreparedField[]): PdfDict | undefined {
  if (fields.length === 0) return undefined
  const names = new Set(fields.map((field) => field.group ?? field.name))
  return dict({
    Type: name('SigFieldLock'),
    Action: name('Include'),
    Fields: array(...[...names].map((item) => string(item))),
  })
}

class FormBuilder {
  private readonly fields = array()
  private readonly widgets = new Map<number, PdfRef[]>()
  private readonly pdf: PDF
  private readonly pages: Page[]

  constructor(pdf: PDF, pages: Page[]) {
    this.pdf = pdf
    this.pages = pages
  }

  addValueField(field: PreparedField): void {
    if (field.type === 'checkbox') this.addCheckbox(field)
    else if (field.type === 'dropdown')
      this.addParent(field, {
        FT: name('Ch'),
        Ff: number(COMBO),
        Opt: array(...(field.options ?? []).map((option) => string(option))),
      })
    else this.addParent(field, { FT: name('Tx') })
  }

  /** One field whose widgets are the buttons. A button's name is that of its state "on". */
  addGroup(group: string, buttons: PreparedField[]): void {
    const parent = dict({
      FT: name('Btn'),
      T: string(group),
      ...tooltip(buttons[0]),
      Ff: number(RADIO),
      V: name('Off'),
    })
    const ref = this.pdf.register(parent)
    const kids = buttons.map((button) => {
      const widget = this.widget(button.page, button.rectangle)
      const box = boxFor(button.rectangle, this.page(button.page).rotation)
      const { off, on } = radioAppearances(box)
      widget.set('Parent', ref)
      widget.set('AS', name('Off'))
      const states = {
        [button.name]: formStream(this.pdf, box, on),
        Off: formStream(this.pdf, box, off),
      }
      widget.set('AP', dict({ N: dict(states) }))
      const kid = this.pdf.register(widget)
      this.show(button.page, kid)
      return kid
    })
    parent.set('Kids', array(...kids))
    this.fields.push(ref)
  }

  addSignatureField(fieldName: string, lock?: PdfDict, place?: PreparedField): void {
    const widget = this.widget(place?.page ?? 0, place?.rectangle ?? NOWHERE)
    widget.set('FT', name('Sig'))
    widget.set('T', string(fieldName))
    if (place?.label !== undefined) widget.set('TU', string(place.label))
    // The lock must be an indirect object (ISO 32000-2, table 235).
    if (lock) widget.set('Lock', this.pdf.register(lock))
    if (place) this.setEmptyAppearance(widget, place)
    const ref = this.pdf.register(widget)
    this.fields.push(ref)
    if (place) this.show(place.page, ref)
  }

  finish(font: PdfRef): void {
    for (const [page, refs] of this.widgets) addAnnotations(this.pdf, this.page(page).dict, refs)
    const form = dict({
      Fields: this.fields,
      SigFlags: number(SIGNATURE_FLAGS),
      DR: dict({ Font: dict({ [FONT_NAME]: font }) }),
      DA: string(DEFAULT_APPEARANCE),
    })
    this.pdf.getCatalog().set('AcroForm', this.pdf.register(form))
  }

  /**
   * A parent with one kid. pyHanko reports a locked text field that is field and widget in one object as changed by a later
   * signature, although it is not.
   */
  private addParent(field: PreparedField, entries: Record<string, PdfObject>): void {
    const widget = this.widget(field.page, field.rectangle)
    this.setEmptyAppearance(widget, field)
    const ref = this.pdf.register(widget)
    const parent = this.pdf.register(
      dict({
        ...entries,
        T: string(field.name),
        ...tooltip(field),
        DA: string(DEFAULT_APPEARANCE),
        Kids: array(ref),
      }),
    )
    widget.set('Parent', parent)
    this.fields.push(parent)
    this.show(field.page, ref)
  }

  private addCheckbox(field: PreparedField): void {
    const widget = this.widget(field.page, field.rectangle)
    const box = boxFor(field.rectangle, this.page(field.page).rotation)
    const appearances = checkboxAppearances(box)
    const on = formStream(this.pdf, box, appearances.on)
    const off = formStream(this.pdf, box, appearances.off)
    for (const [key, value] of Object.entries({
      FT: name('Btn'),
      T: string(field.name),
      ...tooltip(field),
      V: name('Off'),
      AS: name('Off'),
      AP: dict({ N: dict({ Yes: on, Off: off }) }),
    }))
      widget.set(key, value)
    const ref = this.pdf.register(widget)
    this.fields.push(ref)
    this.show(field.page, ref)
  }

  private widget(page: number, rectangle: Rectangle): PdfDict {
    const { ref, rotation } = this.page(page)
    const widget = dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      P: ref,
      Rect: rectangleArray(rectangle),
      F: number(WIDGET_FLAGS),
    })
    if (rotation !== 0 && rectangle !== NOWHERE) widget.set('MK', dict({ R: number(rotation) }))
    return widget
  }

  private setEmptyAppearance(widget: PdfDict, { page, rectangle }: PreparedField): void {
    const box = boxFor(rectangle, this.page(page).rotation)
    widget.set('AP', dict({ N: emptyAppearance(this.pdf, box) }))
  }

  private show(page: number, ref: PdfRef): void {
    this.widgets.set(page, [...(this.widgets.get(page) ?? []), ref])
  }

  private page(index: number): Page {
    return this.pages[index] as Page
  }
}
