/** The folder of the built slice, which webpack sets. */
declare const __webpack_public_path__: string | undefined

/** The addresses from which the worker fetches what some documents need; webpack.config.mjs adds the files. */
export function pdfjsFiles() {
  if (typeof __webpack_public_path__ === 'undefined') return {}
  const folder = new URL(`${__webpack_public_path__}pdfjs/`, location.href).href
  return {
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    iccUrl: `${folder}iccs/`,
    useWorkerFetch: true,
  }
}
