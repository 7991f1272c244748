// rt:http, and WebSockets of both sides: the server's are built on the class.

export {serve, serveCall, upgradeWebSocket} from '../http/http.ts';
export {serveDefault} from '../http/serve_entry.ts';
export {webSocketClasses} from '../web/web_socket/web_socket.ts';
