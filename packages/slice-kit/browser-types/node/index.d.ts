/**
 * Replaces the types of Node.js for libraries that refer to them (`/// <reference types="node" />` of ethers),
 * because browser code must not see Node's globals.
 */
export {}
