/** The program that renders documents in `pdf/`, as statements name it. The version is that of the package. */
export const RENDERER = { name: 'pdf.js', version: '6.5.438' } as const
