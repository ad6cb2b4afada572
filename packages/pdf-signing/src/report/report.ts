/** A printed report: what `write-report` makes a PDF of. All texts are one line each and are shown as they are. */

/**
 * A label with its value. `isCode`: a digest or an identifier, shown in small print and broken anywhere. `note`: a sentence below the
 * value that explains it.
 */
export type ReportFact = { label: string; value: string; isCode?: boolean; note?: string }

/** A part of a section under a title of its own, which is not divided between pages if it fits on one. */
export type ReportItem = { title: string; facts: ReportFact[] }

/** Rows of texts below the names of their columns. The first and the last column are as wide as their texts. */
export type ReportTable = { columns: [string, string, string]; rows: [string, string, string][] }

export type ReportSection = {
  heading: string
  paragraphs?: string[]
  facts?: ReportFact[]
  items?: ReportItem[]
  table?: ReportTable
}

export type Report = {
  /** BCP 47 tag of its texts. */
  language: string
  title: string
  subtitle: string
  /** A sentence that is printed below the title if a character has no font and is written as its code point. */
  missingCharacters: string
  /** At the left of each page's foot; the page number is at the right. */
  footer: string
  /** Of the PDF's information dictionary. */
  createdAt: Date
  sections: ReportSection[]
  /** A file inside the PDF. */
  attachment: { name: string; description: string; data: Uint8Array }
}
