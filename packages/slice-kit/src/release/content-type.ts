import path from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** The media type of a released file, by its name; as in `gateway/templates/types.conf.template`. */
export function contentType(file: string): string {
  return TYPES[path.extname(file)] ?? 'application/octet-stream'
}
