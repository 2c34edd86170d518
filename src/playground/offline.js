// Goes back to the page as soon as the network is there again. The address is the one that was asked for.

addEventListener("online", () => location.reload());
