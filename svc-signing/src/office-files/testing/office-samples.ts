/** Small office files, written part by part. */
import { strToU8, zipSync } from 'fflate'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const OPEN_XML = 'http://schemas.openxmlformats.org'
const RELATIONS = `${OPEN_XML}/officeDocument/2006/relationships`
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns'

type Parts = Readonly<Record<string, string>>

/** A ZIP file of these parts, in their order. */
export function zip(parts: Parts): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([k, v]) => [k, strToU8(v)])))
}

type DocxOptions = {
  /** Further paragraphs, as XML. */
  body?: string
  /** Targets outside the file, by the ID of their relation. */
  external?: Readonly<Record<string, { type: string; target: string }>>
}

/** A Word document. */
export function sampleDocx(text: string, { body = '', external = {} }: DocxOptions = {}) {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const relations = Object.entries(external).map(
    ([id, { type, target }]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}" TargetMode="External"/>`,
  )
  return zip({
    '[Content_Types].xml': contentTypes({ '/word/document.xml': main }),
    '_rels/.rels': rootRelation('word/document.xml'),
    'word/document.xml': `${XML}<w:document xmlns:w="${OPEN_XML}/wordprocessingml/2006/main" xmlns:r="${RELATIONS}" xmlns:wp="${OPEN_XML}/drawingml/2006/wordprocessingDrawing" xmlns:a="${OPEN_XML}/drawingml/2006/main" xmlns:pic="${OPEN_XML}/drawingml/2006/picture"><w:body>${paragraph(text)}${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(relations.join('')),
  })
}

/** A paragraph with a picture that is not in the file. */
export function linkedPicture(relation: string): string {
  const size = '<wp:extent cx="900000" cy="900000"/>'
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr>`
  const names = '<pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr>'
  const picture = `<pic:pic>${names}<pic:blipFill><a:blip r:link="${relation}"/></pic:blipFill>${shape}</pic:pic>`
  return `<w:p><w:r><w:drawing><wp:inline>${size}<wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="${OPEN_XML}/drawingml/2006/picture">${picture}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

/** A Word field that includes another file. */
export function includedText(url: string): string {
  const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const code = `<w:r><w:instrText xml:space="preserve"> INCLUDETEXT "${url}" </w:instrText></w:r>`
  return `<w:p>${char('begin')}${code}${char('separate')}<w:r><w:t>old</w:t></w:r>${char('end')}</w:p>`
}

function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** An Excel workbook with one cell. */
export function sampleXlsx(text: string) {
  const prefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml.'
  const sheet = `${OPEN_XML}/spreadsheetml/2006/main`
  return zip({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': `${prefix}sheet.main+xml`,
      '/xl/worksheets/sheet1.xml': `${prefix}worksheet+xml`,
    }),
    '_rels/.rels': rootRelation('xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${sheet}" xmlns:r="${RELATIONS}"><sheets><sheet name="Rent" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
    ),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${sheet}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
  })
}

/** A presentation with one slide, in PowerPoint's format. */
export function samplePptx(text: string) {
  const prefix = 'application/vnd.openxmlformats-officedocument.presentationml.'
  const spaces = `xmlns:p="${OPEN_XML}/presentationml/2006/main" xmlns:a="${OPEN_XML}/drawingml/2006/main" xmlns:r="${RELATIONS}"`
  const group =
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="a"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="5000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const tree = (content: string) => `<p:cSld><p:spTree>${group}${content}</p:spTree></p:cSld>`
  return zip({
    '[Content_Types].xml': contentTypes({
      '/ppt/presentation.xml': `${prefix}presentation.main+xml`,
      '/ppt/slides/slide1.xml': `${prefix}slide+xml`,
      '/ppt/slideLayouts/slideLayout1.xml': `${prefix}slideLayout+xml`,
      '/ppt/slideMasters/slideMaster1.xml': `${prefix}slideMaster+xml`,
    }),
    '_rels/.rels': rootRelation('ppt/presentation.xml'),
    'ppt/presentation.xml': `${XML}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="r2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      relation('r1', 'slideMaster', 'slideMasters/slideMaster1.xml') +
        relation('r2', 'slide', 'slides/slide1.xml'),
    ),
    'ppt/slides/slide1.xml': `${XML}<p:sld ${spaces}>${tree(shape)}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationships(
      relation('r1', 'slideLayout', '../slideLayouts/slideLayout1.xml'),
    ),
    'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${spaces}>${tree('')}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships(
      relation('r1', 'slideMaster', '../slideMasters/slideMaster1.xml'),
    ),
    'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${spaces}>${tree('')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:sldMaster>`,
  })
}

type OdfOptions = {
  /** Elements of the body after the text. */
  body?: string
  /** Before the body. */
  scripts?: string
  /** Entries of the manifest, and parts. */
  manifest?: string
  parts?: Parts
}

/** An OpenDocument file: a text, or a spreadsheet whose body has tables. */
export function sampleOdf(kind: 'text' | 'spreadsheet', body: string, options: OdfOptions = {}) {
  const { scripts = '', manifest = '', parts = {} } = options
  const type = `application/vnd.oasis.opendocument.${kind}`
  const names = ['office', 'text', 'table', 'draw', 'script', 'manifest']
  const spaces = [
    ...names.map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`),
    `xmlns:svg="${OASIS}:svg-compatible:1.0"`,
    'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:ooo="http://openoffice.org/2004/office" xmlns:dom="http://www.w3.org/2001/xml-events"',
  ].join(' ')
  const entry = (path: string, mediaType: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${mediaType}"/>`
  return zip({
    mimetype: type,
    'META-INF/manifest.xml': `${XML}<manifest:manifest ${spaces} manifest:version="1.3">${entry('/', type)}${entry('content.xml', 'text/xml')}${manifest}</manifest:manifest>`,
    'content.xml': `${XML}<office:document-content ${spaces} office:version="1.3">${scripts}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...parts,
  })
}

/** A macro of an OpenDocument text, which replaces the text when it is opened. */
export const MACRO = {
  scripts:
    '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>',
  manifest: ['Basic/Standard/Module1.xml', 'Basic/Standard/script-lb.xml', 'Basic/script-lc.xml']
    .map(
      (path) =>
        `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="text/xml"/>`,
    )
    .join(''),
  parts: {
    'Basic/script-lc.xml':
      '<?xml version="1.0"?><library:libraries xmlns:library="http://openoffice.org/2000/library"><library:library library:name="Standard" library:link="false"/></library:libraries>',
    'Basic/Standard/script-lb.xml':
      '<?xml version="1.0"?><library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>',
    'Basic/Standard/Module1.xml':
      '<?xml version="1.0"?><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main\nThisComponent.Text.String = "Macro ran"\nEnd Sub\n</script:module>',
  },
}

function contentTypes(overrides: Parts): string {
  const xml = Object.entries(overrides)
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`)
    .join('')
  return `${XML}<Types xmlns="${OPEN_XML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${xml}</Types>`
}

function rootRelation(target: string): string {
  return relationships(relation('r1', 'officeDocument', target))
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
}

function relationships(content: string): string {
  return `${XML}<Relationships xmlns="${OPEN_XML}/package/2006/relationships">${content}</Relationships>`
}
