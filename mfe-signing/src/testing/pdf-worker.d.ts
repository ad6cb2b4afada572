/** pdf.js has no types for the code of its worker. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: { initializeFromPort(port: unknown): void }
}
