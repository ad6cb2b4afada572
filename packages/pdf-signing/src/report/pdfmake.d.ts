/** The part of pdfmake that is used here: `@types/pdfmake` declares the globals of browsers. */
declare module 'pdfmake' {
  /** Distances from the left, top, right and bottom, in points. */
  export type Margin = [left: number, top: number, right: number, bottom: number]

  export type Style = {
    font?: string
    fontSize?: number
    lineHeight?: number
    bold?: boolean
    color?: string
    alignment?: 'left' | 'right'
    margin?: Margin
    noWrap?: boolean
    wordBreak?: 'normal' | 'break-all'
  }

  type Width = number | 'auto' | '*'

  export type Content = Style & { style?: string; width?: Width; unbreakable?: boolean } & (
      | { text: string | { text: string; font: string }[] }
      | { stack: Content[] }
      | { columns: Content[]; columnGap: number }
      | { svg: string }
      | { table: Table; layout: TableLayout }
    )

  export type Table = {
    headerRows?: number
    widths: Width[]
    dontBreakRows?: boolean
    body: Content[][]
  }

  /** Columns and lines are counted from 0. */
  export type TableLayout = {
    hLineWidth(line: number, node: { table: Table }): number
    vLineWidth(): number
    hLineColor(): string
    paddingLeft(column: number): number
    paddingRight(): number
    paddingTop(): number
    paddingBottom(): number
  }

  export type Node = { style?: string; pageNumbers: number[] }

  export type DocumentDefinition = {
    pageSize: 'A4'
    pageMargins: Margin
    version: '1.7'
    displayTitle: boolean
    language: string
    info: { title: string; creationDate: Date; modDate: Date }
    defaultStyle: Style
    styles: Record<string, Style>
    /** `src` is a data URL. */
    files: Record<
      string,
      { src: string; name: string; description: string; creationDate: Date; modifiedDate: Date }
    >
    content: Content[]
    footer(page: number, pages: number): Content
    pageBreakBefore(
      node: Node,
      nodes: { getFollowingNodesOnPage(): Node[]; getNodesOnNextPage(): Node[] },
    ): boolean
  }

  const pdfmake: {
    /** Both decide whether an address or a path is read. */
    setUrlAccessPolicy(mayRead: (url: string) => boolean): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    setFonts(fonts: Record<string, { normal: string; bold: string }>): void
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Uint8Array> }
  }
  // biome-ignore lint/style/noDefaultExport: it is a CommonJS module, whose export is its default.
  export default pdfmake
}
