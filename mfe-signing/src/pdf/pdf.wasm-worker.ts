/** Reads PDF files. Its content security policy permits requests to this origin only, so a file cannot send anything. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
