/** The events and routes that the compiled modules of `src` declare, found by file names without starting a service. */
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ClientEvent } from '@parley/realtime/requests';

const program = join(import.meta.dirname, '../src');

/** @typedef {import('@parley/realtime/requests').ClientEventContract} ClientEventContract */
/** @typedef {import('../src/platform/http/route-contract.js').RouteContract} RouteContract */
/** @typedef {RouteContract & { readonly method: string, readonly path: string }} Route */
/** @typedef {{ readonly prototype: object }} Class */

/** @returns {Promise<ClientEventContract[]>} */
export async function clientEvents() {
  const classes = await exportsOf('.event.js');
  return classes
    .map((handler) => /** @type {ClientEventContract | undefined} */ (metadata(ClientEvent.KEY, handler)))
    .filter((contract) => contract !== undefined)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** @returns {Promise<Route[]>} */
export async function routes() {
  const { PublicRoute } = /** @type {typeof import('../src/platform/http/route-contract.js')} */ (
    await load('platform/http/route-contract.js')
  );
  const controllers = await exportsOf('.controller.js');
  return controllers.flatMap(({ prototype }) => {
    const prefix = String(metadata(PATH_METADATA, prototype.constructor));
    return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) =>
      routeOf(PublicRoute.KEY, prefix, value),
    );
  });
}

/**
 * @param {string} key of the contract @param {string} prefix @param {unknown} handler
 * @returns {Route[]} one, if the handler is that of a public route
 */
function routeOf(key, prefix, handler) {
  if (typeof handler !== 'function') return [];
  const contract = /** @type {RouteContract | undefined} */ (metadata(key, handler));
  if (contract === undefined) return [];
  const method = RequestMethod[/** @type {RequestMethod} */ (metadata(METHOD_METADATA, handler))];
  const path = posix.join('/', prefix, String(metadata(PATH_METADATA, handler)));
  return [{ ...contract, method: method.toLowerCase(), path }];
}

/** @param {string} ending @returns {Promise<Class[]>} the classes of all files with this ending */
async function exportsOf(ending) {
  const files = readdirSync(program, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  const modules = await Promise.all(files.sort().map(load));
  return modules.flatMap((module) => Object.values(module)).filter(isClass);
}

/** @param {string} file @returns {Promise<Record<string, unknown>>} */
async function load(file) {
  /** @type {unknown} */
  const module = await import(join(program, file));
  return /** @type {Record<string, unknown>} */ (module);
}

/** @param {unknown} value @returns {value is Class} */
const isClass = (value) => typeof value === 'function' && 'prototype' in value;

/** @param {string} key @param {object} target @returns {unknown} */
const metadata = (key, target) => Reflect.getMetadata(key, target);
