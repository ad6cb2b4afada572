/**
 * Stands in for the types of Node.js where a library's types refer to them (`/// <reference types="node" />` of
 * ethers): code for browsers must not know Node's globals.
 */
export {}
