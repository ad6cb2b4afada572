/** Where a person's own documents, and those of the workspace they work in, are seen. */
export const WORKPLACE = '/dashboard'
