"""Knocks at the server of a lab as a stranger does."""
import http.client
import socket
import urllib.parse


def ask(url, method, place, headers=None, body=None):
    """The status and the text of an answer of the server."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    connection.putrequest(method, parts.path.rsplit("/", 1)[0] + "/" + place, skip_host=True)
    headers = {"Host": parts.netloc, "Content-Length": str(len(body or b"")), **(headers or {})}
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, text


def strangers(url):
    """What the server must refuse."""
    parts = urllib.parse.urlsplit(url)
    bare = f"http://{parts.netloc}/wrong/lab"
    change = b'{"phone":[9,9]}'
    refused = [
        ("no token", ask(bare, "GET", "lab")[0], 404),
        ("no token to change", ask(bare, "POST", "change", body=change)[0], 404),
        ("no token, before the body", ask(bare, "POST", "recording", {"Content-Length": str(1 << 30)})[0], 404),
        ("another host", ask(url, "GET", "lab", {"Host": "evil.example"})[0], 403),
        ("another origin", ask(url, "POST", "change", {"Origin": "http://evil.example"}, change)[0], 403),
        ("an origin of nothing", ask(url, "POST", "change", {"Origin": "null"}, change)[0], 403),
        ("a file", ask(url, "GET", "../../../etc/passwd")[0], 404),
        ("a file in disguise", ask(url, "GET", "%2e%2e/%2e%2e/etc/passwd")[0], 404),
        ("no JSON", ask(url, "POST", "change", body=b"{")[0], 400),
        ("a place far away", ask(url, "POST", "change", body=b'{"phone":[1e9,0]}')[0], 400),
        ("two places too far apart", ask(url, "POST", "change", body=b'{"phone":[75,75],"accessory":[-75,-75]}')[0], 400),
        ("a place that is none", ask(url, "POST", "change", body=b'{"phone":[1]}')[0], 400),
        ("no control", ask(url, "POST", "change", body=b'{"values":{"radio.nothing":1}}')[0], 400),
        ("a wall that is none", ask(url, "POST", "change", body=b'{"walls":{"1":null}}')[0], 400),
        ("a whole list of walls", ask(url, "POST", "change", body=b'{"walls":[[0,1,1,1]]}')[0], 400),
        ("a whole list of T_FCS", ask(url, "POST", "change", body=b'{"values":{"channel_sounding.t_fcs_us":15}}')[0], 400),
        ("no such phone", ask(url, "POST", "change", body=b'{"phoneName":"../../etc/passwd"}')[0], 400),
        ("no such environment", ask(url, "POST", "change", body=b'{"environment":"/etc/passwd"}')[0], 400),
        ("an unknown key", ask(url, "POST", "change", body=b'{"phnoe":[1,1]}')[0], 400),
        ("a procedure of no recording", ask(url, "POST", "change", body=b'{"position":0}')[0], 400),
        ("a change that is half right", ask(url, "POST", "change", body=b'{"values":{"radio.pll_settling_tau_us":40},"speed":99}')[0], 400),
        ("a change of a megabyte", ask(url, "POST", "change", body=b" " * (1 << 20))[0], 400),
        ("an empty recording", ask(url, "POST", "recording", body=b"")[0], 400),
        ("a recording of 70 MB", ask(url, "POST", "recording", body=bytes(70 << 20))[0], 400),
    ]
    # What follows a refused body on the same connection is no request.
    inner = f"POST {parts.path.replace('lab', 'change')} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: 15\r\n\r\n".encode() + change
    ask(url, "POST", "change", {"Origin": "http://evil.example"}, inner)
    wrong = [f"{what} is answered with {status}, not {wanted}" for what, status, wanted in refused if status != wanted]
    if "pll_settling_tau_us: 40" in ask(url, "GET", "profile.yaml")[1]:
        wrong.append("half of a refused change is applied")
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    for method, place in (("HEAD", "lab"), ("HEAD", "capture.pcapng"), ("HEAD", "events"), ("GET", "lab"), ("HEAD", "lab")):
        connection.request(method, parts.path.replace("lab", place))
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            wrong.append(f"{method} is answered with {answer.status}")
    connection.close()
    with socket.create_connection((parts.hostname, parts.port), timeout=30) as old:
        old.sendall(f"GET {parts.path.replace('lab', 'capture.pcapng')} HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode())
        answer = b"".join(iter(lambda: old.recv(1 << 16), b""))
    if answer.partition(b"\r\n\r\n")[2][:4] != b"\x0a\x0d\x0d\x0a":
        wrong.append(f"a client of HTTP/1.0 gets {answer[:300]}")
    status, text = ask(url, "GET", "lab")
    if status != 200 or "<script>" not in text:
        wrong.append(f"the page has the status {status}")
    return wrong
