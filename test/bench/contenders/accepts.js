import { connect } from 'node:net';

/**
 * Whether a server accepts connections on a port of the loopback interface. @param {number} port @returns
 * {Promise<boolean>}
 */
export const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
